/** How calls for an install go out to the CRM: with its token, at the pace of its portal. */
import type { Logger } from '../../context/logger.ts';
import type { CrmOptions } from '../../crm/send.ts';
import type { DeadlineSignal } from '../../platform/deadline.ts';
import { type BoundInstall } from '../../protocol/install.ts';
import type { RequestContext } from '../../protocol/request-context.ts';
import type { Invocation } from '../invocation/invocation.ts';
/** Who calls. */
export interface CrmCaller extends Pick<Invocation, 'crmCall'> {
    readonly logger: Logger;
    readonly surface: string;
}
export declare function crmOptions(place: RequestContext, install: BoundInstall, caller: CrmCaller, notice: DeadlineSignal): CrmOptions;
