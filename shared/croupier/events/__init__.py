"""The contract as models: the events that come in, the settlement entries and notices that go out."""
