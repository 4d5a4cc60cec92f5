"""The publisher: from the table's stream to the stream that finance reads and to the settlement bus."""

from collections.abc import Mapping

from aws_lambda_powertools.utilities.typing import LambdaContext

from croupier.runtime import logger
from croupier.runtime.publisher import StreamEvent, publish_batch


@logger.inject_lambda_context(clear_state=True)
def lambda_handler(event: StreamEvent, context: LambdaContext) -> Mapping[str, object]:
    """Publish one batch; the answer names the records that Lambda is to hand over again."""
    return publish_batch(event)
