/** The control routes: what the project's own tools ask and set. All of them need a grant. */
import type { AppRoute } from '../route.ts';
export declare const control: readonly AppRoute[];
