"""Super Sevens: at each card of a box, at splits and at the end of hands."""

from aws_lambda_powertools.utilities.typing import LambdaContext

from croupier.runtime import BusEvent, logger, settle
from croupier.wagers import Desk


@logger.inject_lambda_context(clear_state=True)
def lambda_handler(event: BusEvent, context: LambdaContext) -> None:
    """Handle one event of the table bus; handling it again is safe."""
    settle(Desk.SUPER_SEVENS, event)
