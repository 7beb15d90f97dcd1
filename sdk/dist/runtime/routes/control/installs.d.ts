/**
 * /_svc/control/installs: the project's own tools list installs, look at one, configure, suspend and erase it.
 *
 * An install is named by its id: that of its portal, or `static` for the one install of an app with static auth.
 */
import type { AppRoute } from '../route.ts';
/** GET /_svc/control/installs?after=&limit= -> {ok, installs, next?} */
export declare const listInstalls: AppRoute;
/** GET /_svc/control/installs/{id} -> {ok, install}, with its config */
export declare const showInstall: AppRoute;
/** PUT /_svc/control/installs/{id}/config: the body is what `ctx.install.config()` gives from now on. */
export declare const configureInstall: AppRoute;
/** PUT /_svc/control/installs/{id}/state: `{"state": "suspended"}` keeps it from the CRM, `{"state": "active"}` ends that. */
export declare const setInstallState: AppRoute;
/**
 * DELETE /_svc/control/installs/{id}: erases all that is kept for the install and its portal. Once more does no harm,
 * and a portal in which the app is not installed any more is taken too. With static auth `static` erases the install,
 * the id of a portal what is kept for that portal as well.
 */
export declare const eraseInstall: AppRoute;
