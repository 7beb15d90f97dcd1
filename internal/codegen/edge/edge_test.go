package edge

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestMainModuleStartsWithTheBundle(t *testing.T) {
	modules := WorkerModules([]byte("// host\n"), Bundle{
		Global: "__svc_bundle", Text: []byte("var __svc_bundle = (() => ({ default: 1 }))();"),
	}, WorkerRuntime{
		Core:       RuntimePart{"runtime.js", "__svc_sdk"},
		Extensions: []RuntimePart{{"runtime-sync.js", "__svc_sdk_sync"}},
		Modules:    []Module{{Name: "runtime.js"}, {Name: "runtime-sync.js"}},
	})
	want := `var __svc_bundle = (() => ({ default: 1 }))();
import { serveWorker } from './svc-host.js';
import * as __svc_sdk from './runtime.js';
import * as __svc_sdk_sync from './runtime-sync.js';
__svc_sdk_sync.extend();
const { handler, SvcEntrypoint } = serveWorker(__svc_sdk.createWorker(__svc_bundle.default));
export default handler;
export { SvcEntrypoint };
`
	if got := string(modules[0].Text); modules[0].Name != MainModule || got != want {
		t.Errorf("%s:\n%s", modules[0].Name, got)
	}
	if got := modules[1]; got.Name != HostModule || string(got.Text) != "// host\n" {
		t.Errorf("the host's module is %s: %s", got.Name, got.Text)
	}
	if len(modules) != 4 || modules[3].Name != "runtime-sync.js" {
		t.Errorf("the modules %+v lack those of the runtime", modules)
	}
}

func TestAppModulesContainTheManifest(t *testing.T) {
	modules := AppModules(nil, Bundle{Global: "__svc_app", Text: []byte("var __svc_app = {};")}, AppParts{
		Manifest: []byte(`{"app":{}}`), Profile: []byte(`{"name":"crm"}`),
	})
	want := `var __svc_app = {};
import { serveApp } from './svc-host.js';
const { handler, InstallActor, PortalActor, ProjectActor } = serveApp(` +
		`__svc_app.createAppWorker({ manifest: JSON.parse("{\"app\":{}}"), profile: JSON.parse("{\"name\":\"crm\"}") }));
export default handler;
export { InstallActor, PortalActor, ProjectActor };
`
	if got := string(modules[0].Text); got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestAppPartsAreReadBack(t *testing.T) {
	host, app := []byte("host"), Bundle{Global: "__svc_app", Text: []byte("var __svc_app = {};")}
	parts := AppParts{Manifest: []byte(`{"app":{"name":"\"), profile: JSON.parse("}}`), Profile: []byte(`{"name":"crm"}`)}
	main := AppModules(host, app, parts)[0].Text
	got, code, ok := ReadAppParts(main)
	if !ok || string(got.Manifest) != string(parts.Manifest) || string(got.Profile) != string(parts.Profile) {
		t.Errorf("read %s and %s", got.Manifest, got.Profile)
	}
	parts.Manifest = []byte(`{}`)
	if _, other, _ := ReadAppParts(AppModules(host, app, parts)[0].Text); string(other) != string(code) {
		t.Errorf("the code depends on the manifest:\n%s\n%s", code, other)
	}
	for _, other := range []string{"", "x.createAppWorker({ manifest: JSON.parse(1", appCall + `"{", profile`} {
		if _, _, ok := ReadAppParts([]byte(other)); ok {
			t.Errorf("%q has parameters", other)
		}
	}
}

func FuzzReadAppParts(f *testing.F) {
	f.Add([]byte(appCall + `"{}"` + profileArgument + `"[1]") })`))
	f.Add([]byte(appCall + `"{}`))
	f.Fuzz(func(t *testing.T, main []byte) {
		if parts, _, ok := ReadAppParts(main); ok && !(json.Valid(parts.Manifest) && json.Valid(parts.Profile)) {
			t.Errorf("%q and %q are not JSON", parts.Manifest, parts.Profile)
		}
	})
}

var project = Project{
	App: "ledger", StaticAuth: true, ControlKeys: []string{"laptop", "ci"}, SealKeys: []string{"1"},
	Workers: []string{"main", "price-feeds"}, Script: func(worker string) string { return "ledger-" + worker },
}

func names(bindings []Binding) string {
	var all []string
	for _, b := range bindings {
		text := b.Name
		if b.Class != "" {
			text += "=" + b.Class + "@" + b.Script
		} else if b.Kind == Service {
			text += "=" + b.Script + "#" + b.Entrypoint
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

func TestWorkerBindingsHaveNoProjectKeys(t *testing.T) {
	want := "CRM_CLIENT_SECRET CRM_ACCESS_TOKEN SVC_PROJECT_ID SVC_ENVIRONMENT SVC_DEPLOY_ID " +
		"SVC_INSTALL=InstallActor@ledger SVC_PORTAL=PortalActor@ledger SVC_PROJECT=ProjectActor@ledger"
	if got := names(WorkerBindings(project)); got != want {
		t.Errorf("static\n got  %s\n want %s", got, want)
	}
	oauth := project
	oauth.StaticAuth = false
	if got := names(WorkerBindings(oauth)); got != strings.Replace(want, " CRM_ACCESS_TOKEN", "", 1) {
		t.Errorf("oauth: %s", got)
	}
}

func TestAppBindingsHaveTheKeysAndEveryWorker(t *testing.T) {
	want := "CRM_CLIENT_SECRET CRM_ACCESS_TOKEN SVC_CONTROL_KEY_laptop SVC_CONTROL_KEY_ci SVC_SEAL_KEY_1 " +
		"SVC_PROJECT_ID SVC_ENVIRONMENT SVC_DEPLOY_ID " +
		"SVC_INSTALL=InstallActor@ SVC_PORTAL=PortalActor@ SVC_PROJECT=ProjectActor@ " +
		"WORKER_MAIN=ledger-main#SvcEntrypoint WORKER_PRICE_FEEDS=ledger-price-feeds#SvcEntrypoint"
	if got := names(AppBindings(project)); got != want {
		t.Errorf("static\n got  %s\n want %s", got, want)
	}
	oauth := project
	oauth.StaticAuth = false
	if got := names(AppBindings(oauth)); got != strings.Replace(want, "CRM_ACCESS_TOKEN", "CRM_CLIENT_ID", 1) {
		t.Errorf("oauth: %s", got)
	}
}
