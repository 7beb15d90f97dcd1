/** The app worker as a script of its own, which both hosts run: it is the same for every app but for its manifest. */

export { createAppWorker } from '../worker/app.ts';
