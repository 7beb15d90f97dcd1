package templates

import (
	"strings"
	"testing"
)

var hubspot = UI{Package: "@hubspot/ui-extensions", Global: "hubspot"}

func TestNamedReturnsEveryCaseStyle(t *testing.T) {
	want := Name{
		Kebab: "refund-invoice", Camel: "refundInvoice", Pascal: "RefundInvoice", Upper: "REFUND_INVOICE",
		Sentence: "Refund invoice",
	}
	for _, text := range []string{
		"refund-invoice", "refundInvoice", "RefundInvoice", "Refund invoice", "REFUND_INVOICE", " refund -- invoice ",
	} {
		if got := Named(text); got != want {
			t.Errorf("Named(%q) = %+v, want %+v", text, got, want)
		}
	}
	if got := Named("日本"); got != (Name{}) {
		t.Errorf("Named of a name without ASCII letters = %+v, want the zero name", got)
	}
}

func TestAppRendersEveryValueAndRemovesMarks(t *testing.T) {
	values := Values{
		Name: `Anna's "best" app`, Slug: "annas-best-app", Distribution: "marketplace", Auth: "oauth",
		PlatformVersion: "2026.09", Scopes: []string{"oauth", "crm.objects.contacts.read"}, Version: "1.2.3",
	}
	files := App(values, hubspot, true)
	for _, name := range []string{"@svc/cli", "@svc/sdk"} {
		if text := string(files["package.json"]); !strings.Contains(text, `"`+name+`": "1.2.3"`) {
			t.Errorf("package.json lacks %s 1.2.3:\n%s", name, text)
		}
	}
	config := string(files["svc.config.ts"])
	for _, want := range []string{
		`name: 'Anna\'s "best" app',`, `distribution: 'marketplace',`, `auth: 'oauth',`,
		`platformVersion: '2026.09',`, `scopes: ['oauth', 'crm.objects.contacts.read'],`,
	} {
		if !strings.Contains(config, want) {
			t.Errorf("svc.config.ts lacks %s:\n%s", want, config)
		}
	}
	for path, content := range files {
		if strings.Contains(string(content), "svc:name") || strings.Contains(string(content), "@crm/") || strings.Contains(
			string(content), "crm.extend",
		) {
			t.Errorf("%s still has a mark or the neutral UI package:\n%s", path, content)
		}
	}
	card := string(files["src/cards/Greeting.tsx"])
	if !strings.Contains(card, "import { Text, hubspot } from '@hubspot/ui-extensions';") || !strings.Contains(
		card, "callBackend(hubspot.fetch, ",
	) {
		t.Errorf("the card does not use the profile's UI package:\n%s", card)
	}
}

func TestAppOmitsCardFilesWithoutCard(t *testing.T) {
	for path := range App(Values{Name: "x", Slug: "x"}, hubspot, false) {
		if strings.Contains(path, "cards") {
			t.Errorf("unexpected file %s", path)
		}
	}
}

func TestAddReplacesThePlaceholderName(t *testing.T) {
	for _, kind := range Kinds {
		files := Add(kind, Named("refund invoice"), UI{Package: "@crm/ui-extensions", Global: "crm"})
		if len(files) == 0 {
			t.Errorf("%s has no files", kind)
		}
		for path, content := range files {
			lower := strings.ToLower(path + string(content))
			if strings.Contains(lower, "new-thing") || strings.Contains(lower, "newthing") ||
				strings.Contains(lower, "new_thing") || strings.Contains(lower, "new thing") {
				t.Errorf("%s: %s still has the placeholder name:\n%s", kind, path, content)
			}
		}
	}
}

func TestTypesUseTheUIPackageOfTheProfile(t *testing.T) {
	files := Types(hubspot)
	stub := string(files["types/@hubspot/ui-extensions/index.d.ts"])
	if !strings.Contains(stub, "export const hubspot: {") {
		t.Errorf("the stub does not export the profile's global:\n%s", stub)
	}
	if _, ok := files["types/react/jsx-runtime/index.d.ts"]; !ok {
		t.Error("no stub for react/jsx-runtime")
	}
}
