var __svc_local = (() => {
  var __defProp = Object.defineProperty;
  var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
  var __getOwnPropNames = Object.getOwnPropertyNames;
  var __hasOwnProp = Object.prototype.hasOwnProperty;
  var __export = (target, all) => {
    for (var name in all)
      __defProp(target, name, { get: all[name], enumerable: true });
  };
  var __copyProps = (to, from, except, desc) => {
    if (from && typeof from === "object" || typeof from === "function") {
      for (let key of __getOwnPropNames(from))
        if (!__hasOwnProp.call(to, key) && key !== except)
          __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
    }
    return to;
  };
  var __toCommonJS = (mod) => __copyProps(__defProp({}, "__esModule", { value: true }), mod);

  // src/host/local.ts
  var local_exports = {};
  __export(local_exports, {
    serve: () => serve
  });

  // src/actors/actor.ts
  var ACTOR_PROTOCOL = 1;
  var ActorError = class extends Error {
    code;
    constructor(code, message) {
      super(message);
      this.name = "ActorError";
      this.code = code;
    }
  };
  function readAnswer(answer) {
    const { v, e } = JSON.parse(answer);
    if (e !== void 0) {
      throw new ActorError(e.code, e.message);
    }
    return v;
  }

  // src/host/local.ts
  var host = {
    now: () => Date.now(),
    fetch: (input, init) => fetch(input, init),
    log(line) {
      __svc_host_log(JSON.stringify(line));
    },
    observe(observation) {
      __svc_host_observe(JSON.stringify(observation));
    },
    async actor(className, name, method, args) {
      const call = { protocol: ACTOR_PROTOCOL, class: className, name, method, args };
      return readAnswer(await __svc_host_actor(JSON.stringify(call)));
    }
  };
  function serve(worker) {
    const env = Object.freeze(JSON.parse(__svc_host_env("")));
    globalThis.__svc_fetch = (request) => worker.fetch(request, env, { host });
  }
  return __toCommonJS(local_exports);
})();
