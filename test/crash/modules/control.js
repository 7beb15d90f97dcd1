// Calls actors for the test: POST /<method> with the name and arguments. POST /tick fires a schedule of the worker.
export default {
  async fetch(request, env) {
    const method = new URL(request.url).pathname.slice(1);
    const { name, args } = await request.json();
    if (method === 'tick') {
      const { outcome } = await env.MAIN.scheduled({ cron: args.cron, scheduledTime: new Date(args.time) });
      return new Response(outcome);
    }
    const actor = env.INSTALL.get(env.INSTALL.idFromName(name));
    switch (method) {
      case 'project':
        return new Response(await env.PROJECT.get(env.PROJECT.idFromName(args)).svcInspect());
      case 'begin':
        return new Response(await actor.svcBegin(name, args));
      case 'peek':
        return new Response(await actor.svcPeek(name));
      case 'end':
        return new Response(await actor.svcEnd(name));
      case 'inspect':
        return new Response(await actor.svcInspect());
      case 'reset':
        return new Response(String(await actor.svcReset().catch((error) => error)));
      default:
        return new Response(await actor.call(1, name, method, JSON.stringify(args)));
    }
  },
};
