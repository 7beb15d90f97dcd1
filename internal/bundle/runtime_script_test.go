package bundle

import (
	"strings"
	"testing"
)

func scriptsOf(texts map[string]string, extensions ...RuntimePart) *RuntimeScripts {
	return &RuntimeScripts{texts: texts, table: &RuntimeTable{
		Core: RuntimePart{Name: coreName, Modules: []string{"core.js"}},
		Host: RuntimePart{Name: "local", Modules: []string{"local.js"}}, Extensions: extensions,
	}}
}

func TestModuleOfTheRuntimeIsAScriptAfterItsImports(t *testing.T) {
	scripts := scriptsOf(map[string]string{
		"core.js":   `import{a as b}from"./shared.js";import"./first.js";export{b as ok};` + "\n",
		"shared.js": "var c=1;export{c as a};\n",
		"first.js":  "globalThis.first=true;export{};\n",
		"sync.js":   `import{a}from"./shared.js";export{a,a as extend};` + "\n",
	}, RuntimePart{Name: "sync", Modules: []string{"sync.js"}}, RuntimePart{Name: "none", Modules: []string{"none.js"}})
	got, err := scripts.Of(false, []string{"sync"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"shared.js", `(()=>{"use strict";var c=1;` + "\n" + `__svc_modules["shared.js"]={a:c,}})();`,
		"first.js", `(()=>{"use strict";globalThis.first=true;` + "\n" + `__svc_modules["first.js"]={}})();`,
		"core.js", `(()=>{"use strict";const{a:b}=__svc_modules["shared.js"];const{}=__svc_modules["first.js"];` + "\n" +
			`globalThis.__svc_sdk=__svc_modules["core.js"]={ok:b,}})();`,
		"sync.js", `(()=>{"use strict";const{a}=__svc_modules["shared.js"];` + "\n" +
			`globalThis.__svc_sdk_sync=__svc_modules["sync.js"]={a:a,extend:a,}})();`,
	}
	for i, script := range got {
		if name, code := want[2*i], want[2*i+1]; script.Name != name || script.Code != code {
			t.Errorf("script %d is %s:\n%s\nwant %s:\n%s", i, script.Name, script.Code, name, code)
		}
	}
	if len(got) != len(want)/2 {
		t.Errorf("%d scripts; want %d", len(got), len(want)/2)
	}
}

func TestModuleOfTheRuntimeInAnotherFormIsAnError(t *testing.T) {
	for _, text := range []string{"", "var a=1;\n", "export default 1;\n", "export{a as default}from'./b.js';\n"} {
		_, err := scriptsOf(map[string]string{"core.js": text}).Of(false, nil)
		if err == nil || !strings.Contains(err.Error(), `the module "core.js" has another form`) {
			t.Errorf("%q: error %v", text, err)
		}
	}
}
