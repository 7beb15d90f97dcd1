import type { Bindings } from '../platform/host.ts';
import type { VendorProfile } from '../profiles/profile.ts';
/** The origin of the CRM's API: the vendor's, unless the binding `SVC_CRM_API_URL` names another. */
export declare function crmOrigin(of: {
    readonly env: Bindings;
    readonly profile: Pick<VendorProfile, 'apiOrigin'>;
}): string;
