/** How calls for an install go out to the CRM: with its token, at the pace of its portal. */
import type { Logger } from '../context/logger.ts';
import type { CrmOptions } from '../crm/send.ts';
import type { Notice } from './budget.ts';
import { type BoundInstall } from './install.ts';
import type { Invocation } from './invocation.ts';
import type { Place } from './site.ts';
/** Who calls. */
export interface CrmCaller extends Pick<Invocation, 'crmCall'> {
    readonly logger: Logger;
    readonly surface: string;
}
/** Where the API is. */
export declare function crmOrigin({ env, site }: Place): string;
export declare function crmOptions(place: Place, install: BoundInstall, caller: CrmCaller, notice: Notice): CrmOptions;
