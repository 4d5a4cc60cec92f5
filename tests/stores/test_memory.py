"""The memory store keeps the store port's promises."""

from croupier.stores.memory import MemoryStore
from tests.stores.suite import StoreSuite


class TestMemoryStore(StoreSuite):
    def store(self) -> MemoryStore:
        return MemoryStore()
