/** The script of the app worker, which is the same for every app. Both hosts pass it the manifest. */

export { createAppWorker } from '../worker/app.ts';
