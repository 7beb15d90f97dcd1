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
  function isActorError(error) {
    return error instanceof Error && error.name === "ActorError";
  }
  function readAnswer(answer) {
    const { v, e } = JSON.parse(answer);
    if (e !== void 0) {
      throw new ActorError(e.code, e.message);
    }
    return v;
  }

  // src/runtime/checkpoint.ts
  function describeThrown(thrown) {
    try {
      if (thrown instanceof Error) {
        return { name: String(thrown.name), message: String(thrown.message), stack: String(thrown.stack ?? "") };
      }
      const text = typeof thrown === "object" ? JSON.stringify(thrown) : String(thrown);
      return { name: "thrown value", message: text ?? String(thrown), stack: "" };
    } catch {
      return { name: "thrown value", message: "a value that cannot be described", stack: "" };
    }
  }

  // src/runtime/answer-step.ts
  async function answerStep(run, onFault) {
    try {
      return JSON.stringify({ v: await run() ?? null });
    } catch (error) {
      if (isActorError(error)) {
        return JSON.stringify({ e: { code: error.code, message: error.message } });
      }
      onFault(error);
      return JSON.stringify({ e: { code: "step_failed", message: "the worker failed; its log has the error" } });
    }
  }
  function faultOf(error, worker) {
    return {
      type: "error",
      invocation: crypto.randomUUID(),
      worker,
      capabilityId: null,
      kind: null,
      ...describeThrown(error)
    };
  }

  // src/host/background.ts
  var left = /* @__PURE__ */ new Set();
  function waitUntil(promise) {
    const settled2 = promise.then(forget, forget);
    function forget() {
      left.delete(settled2);
    }
    left.add(settled2);
  }
  async function settled() {
    while (left.size > 0) {
      await Promise.all(left);
    }
    return "";
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
    },
    async worker(name) {
      throw new Error(`a user worker cannot run steps of the worker ${JSON.stringify(name)}`);
    }
  };
  var occasion = { host, waitUntil };
  function serve(worker) {
    const env = Object.freeze(JSON.parse(__svc_host_env("")));
    const report = (error) => host.observe(faultOf(error, worker.name));
    globalThis.__svc_fetch = (request) => worker.fetch(request, env, occasion);
    globalThis.__svc_step = (json) => {
      const { step, args } = JSON.parse(json);
      return answerStep(() => worker.step(step, args, env, occasion), report);
    };
    globalThis.__svc_scheduled = (json) => answerStep(() => worker.scheduled(JSON.parse(json), env, occasion), report);
    globalThis.__svc_settled = settled;
  }
  return __toCommonJS(local_exports);
})();
