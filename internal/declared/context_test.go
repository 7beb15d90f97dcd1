package declared

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/appsvc/svc/test/generated"
)

// TestContextMembersAreThoseOfTheSDK compares the table with the interfaces of the SDK.
func TestContextMembersAreThoseOfTheSDK(t *testing.T) {
	files, err := filepath.Glob("../../sdk/src/context/*.ts")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	var all []byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text...)
	}
	for path, name := range map[string]string{
		"": "HandlerContext<[^{]*", "crm": "CrmClient", "crm.objects": "CrmObjects", "crm.batch": "CrmBatch",
		"crm.batch.objects": "CrmBatchObjects", "crm.batch.properties": "CrmBatchProperties",
		"crm.batch.associations": "CrmBatchAssociations", "crm.associations": "CrmAssociations",
		"crm.properties": "CrmProperties", "store": "StoreContext", "appObjects": "AppObjectsContext",
		"appEvents": "AppEventsContext", "http": "HttpClient", "logger": "Logger", "install": "InstallContext",
		"enrolledObject": "EnrolledObject", "sync": "SyncCursorContext", "flags": "FlagsContext",
		"billing": "BillingContext", "crm.conversations": "CrmConversations",
		"crm.conversations.customChannels": "CustomChannels", "execution": "ExecutionContext",
	} {
		body := regexp.MustCompile(`(?s)export interface ` + name + ` ?\{\n(.*?)\n\}`).FindSubmatch(all)
		if body == nil {
			t.Errorf("%q: the SDK has no interface %s", path, name)
			continue
		}
		var want []string
		for _, member := range regexp.MustCompile(`(?m)^  (?:readonly )?(\w+)\??[:(<]`).FindAllSubmatch(body[1], -1) {
			if !slices.Contains(want, string(member[1])) {
				want = append(want, string(member[1]))
			}
		}
		if got := ContextMembers(path); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", path, got, want)
		}
	}
}

func TestMembersAreGenerated(t *testing.T) {
	for script, file := range map[string]string{
		"context-members.mjs": "context_members.go", "global-members.mjs": "global_members.go",
	} {
		generated.Check(t, "../..", script, file)
	}
}

// TestPromiseMembersAreTheFunctionsThatReturnPromises names a member of each kind.
func TestPromiseMembersAreTheFunctionsThatReturnPromises(t *testing.T) {
	for path, want := range map[string][]string{
		"": {"later"}, "crm": {"budget", "request"}, "billing": {"recordUsage", "recordCredit", "current"}, "logger": nil,
		"sync": {"cursor", "setCursor", "checkpoint", "checkpoints"}, "install": {"config"},
		"crm.conversations.customChannels.messages": {"create", "get", "update"},
	} {
		if got := PromiseMembers(path); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", path, got, want)
		}
	}
}

// TestResultsLeadToListedTypes follows the types of results to their members.
func TestResultsLeadToListedTypes(t *testing.T) {
	for path, want := range map[string]string{
		"crm.objects.get": "CrmObject", "crm.properties.list": "[]CrmProperty", "later": "LaterReceipt",
		"store.get": "", "crm.request": "", "input": "TriggerInput",
	} {
		if got := ResultType(path); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
	for _, one := range contextResults {
		if members, _ := ResultMembers(strings.TrimLeft(one[1], "[]")); len(members) == 0 {
			t.Errorf("%s has no members", one[1])
		}
	}
	for _, one := range resultTypes {
		members, _ := ResultMembers(one.name)
		for _, member := range members {
			of := strings.TrimLeft(member[1], "[]")
			if listed, _ := ResultMembers(of); of != "" && len(listed) == 0 {
				t.Errorf("%s.%s has an unlisted type", one.name, member[0])
			}
		}
	}
	if !LeadsToResult("paging") || !LeadsToResult("results") || LeadsToResult("properties") {
		t.Error("a link is a member that leads to an object or a list")
	}
}
