import { binding } from '../platform/env.ts';
import type { Bindings } from '../platform/host.ts';
import type { VendorProfile } from '../profiles/profile.ts';

/** The base URL of the CRM's own pages: the vendor's, unless the binding `SVC_CRM_APP_URL` names another. */
export function crmPages(of: { readonly env: Bindings; readonly profile: Pick<VendorProfile, 'appOrigin'> }): string {
  return binding(of.env, 'SVC_CRM_APP_URL') ?? of.profile.appOrigin;
}

/** The origin of the CRM's API: the vendor's, unless the binding `SVC_CRM_API_URL` names another. */
export function crmOrigin(of: { readonly env: Bindings; readonly profile: Pick<VendorProfile, 'apiOrigin'> }): string {
  return binding(of.env, 'SVC_CRM_API_URL') ?? of.profile.apiOrigin;
}
