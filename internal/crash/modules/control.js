// Calls actors for the test: POST /<method> with the name and arguments.
export default {
  async fetch(request, env) {
    const method = new URL(request.url).pathname.slice(1);
    const { name, args } = await request.json();
    const actor = env.INSTALL.get(env.INSTALL.idFromName(name));
    switch (method) {
      case 'begin': return new Response(await actor.svcBegin(name, args));
      case 'end': return new Response(await actor.svcEnd(name));
      case 'inspect': return new Response(await actor.svcInspect());
      case 'reset': return new Response(String(await actor.svcReset().catch((error) => error)));
      default: return new Response(await actor.call(1, name, method, JSON.stringify(args)));
    }
  },
};
