/** Keeps the requests of a page to a URL from leaving, until the returned function is called. */
export async function hold(page, url) {
  let release;
  const released = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
