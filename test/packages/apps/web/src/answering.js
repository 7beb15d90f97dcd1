// A fetch for clients of HTTP APIs, which answers every request and keeps it.
export function answering(body, status = 200) {
  const kept = [];
  const fetch = async (input, init) => {
    const request = new Request(input, init);
    const text = await request.text();
    kept.push({ method: request.method, url: request.url, headers: request.headers, text });
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  };
  // The requests, with these headers.
  const requests = (names) =>
    kept.map(({ headers, ...rest }) => ({ ...rest, headers: names.map((name) => headers.get(name)) }));
  return { fetch, requests };
}

// A fetch that answers with server-sent events.
export function streaming(chunks) {
  return async () => {
    const encoder = new TextEncoder();
    const body = new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(encoder.encode(chunk));
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}
