// The webhooks, pushed rows and syncs of the static app.
export { default } from '../../../app/src/workers/feeds';
