// The same webhooks, pushed rows and syncs as the static app's.
export { default } from '../../../app/src/workers/feeds';
