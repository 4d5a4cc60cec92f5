"""The watch: every minute, over the rounds that are not known to be finished and checked."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from croupier.runtime import BusEvent, logger, watch_rounds


@logger.inject_lambda_context(clear_state=True)
def lambda_handler(event: BusEvent, context: LambdaContext) -> None:
    """Look at what is due; looking again is safe."""
    watch_rounds(context.get_remaining_time_in_millis)
