/** Logs from the card of a page, after `enableSvcDev(url)` unless there is no URL. */
export function log(page, message, url) {
  return page.evaluate(
    ([text, to]) => {
      if (to) {
        globalThis.card.enableSvcDev(to);
      }
      globalThis.card.logger.warn(text);
    },
    [message, url],
  );
}
