package rollout

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/test/fakes/edgefake"
	"github.com/appsvc/svc/test/fakes/fakeserver"
)

var own = owner.Owner{Project: "p", Environment: "production", Worker: "main", Digest: strings.Repeat("1", 32)}

const deployID = "20261124-100000000-abcdef"

// newDigest is the content of the new version.
var newDigest = strings.Repeat("2", 32)

// start uploads a worker, and a new version of it without traffic.
func start(t *testing.T) (*edgefake.Fake, *edgeapi.Client, Canary) {
	t.Helper()
	fake := edgefake.New(edgefake.Options{})
	client := &edgeapi.Client{
		BaseURL: "http://edge.test", Token: edgefake.Token, Account: edgefake.Account, Do: fake.Do, Now: time.Now,
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }, Random: func() float64 { return 0 },
	}
	upload := func(code, message, tag string) edgeapi.Upload {
		return edgeapi.Upload{
			Metadata: edgeapi.Metadata{
				MainModule: "w.js", CompatibilityDate: "2026-09-01", Bindings: []edgeapi.Binding{},
				Annotations: &edgeapi.Annotations{Message: message, Tag: tag},
			},
			Modules: []edgeapi.Module{{Name: "w.js", Type: edgeapi.ModuleESM, Text: []byte("export default {} // " + code)}},
		}
	}
	first := upload("old", "svc deploy 20261123-100000000-abcdef", "20261123-100000000-abcdef")
	first.Metadata.Tags = append(own.Tags(nil), "team=ledger")
	old, err := client.Upload(t.Context(), "app-main", first)
	if err != nil {
		t.Fatal(err)
	}
	id, err := client.UploadVersion(t.Context(), "app-main", upload("new", Message(deployID, newDigest), deployID))
	if err != nil {
		t.Fatal(err)
	}
	return fake, client, Canary{
		Worker: "main", Script: "app-main", Old: old.VersionID, New: id, Percent: 10, Digest: newDigest,
	}
}

// share returns how many of 100 requests the new version gets.
func share(fake *edgefake.Fake) (count int) {
	for range 100 {
		if strings.HasSuffix(fake.Serve("app-main").Code, "new") {
			count++
		}
	}
	return count
}

func TestCanaryGetsItsShareThenAllOrNothing(t *testing.T) {
	fake, client, c := start(t)
	if got := share(fake); got != 0 {
		t.Fatalf("before: %d%%", got)
	}
	for range 2 { // repeating it is safe
		if err := c.Hold(t.Context(), client, "hold"); err != nil || share(fake) != 10 {
			t.Fatalf("held: %v, %d%%", err, share(fake))
		}
	}
	found, err := Find(t.Context(), client, own)
	if err != nil || found.Deploy != deployID || len(found.Canaries) != 1 || found.Canaries[0] != c {
		t.Fatalf("%v, %+v", err, found)
	}
	if err := found.Canaries[0].Abort(t.Context(), client, "abort"); err != nil || share(fake) != 0 {
		t.Errorf("aborted: %v, %d%%", err, share(fake))
	}
	if found, err := Find(t.Context(), client, own); err != nil || found.Deploy != "" || len(found.Canaries) > 0 {
		t.Errorf("%v, %+v", err, found)
	}
	if err := errors.Join(c.Hold(t.Context(), client, ""), c.Promote(t.Context(), client, "promote")); err != nil {
		t.Fatal(err)
	}
	service, err := client.Service(t.Context(), "app-main")
	if err != nil || share(fake) != 100 || owner.Read(service.Tags).Digest != newDigest || !service.Has("team=ledger") {
		t.Errorf("promoted: %v, %d%%, %v", err, share(fake), service.Tags)
	}
}

func TestCanaryLeavesTheTrafficThatAnotherDeployMoved(t *testing.T) {
	fake, client, c := start(t)
	if err := c.Hold(t.Context(), client, ""); err != nil {
		t.Fatal(err)
	}
	fake.SeedScript("app-main", own.Tags(nil), nil) // another deploy
	var moved *MovedError
	for name, act := range map[string]func(context.Context, Edge, string) error{
		"hold": c.Hold, "promote": c.Promote, "abort": c.Abort,
		"check": func(ctx context.Context, edge Edge, _ string) error { return c.Check(ctx, edge) },
	} {
		if err := act(t.Context(), client, ""); !errors.As(err, &moved) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if share(fake) != 0 {
		t.Error("it moved traffic")
	}
}

func TestMoveTakesAnAmbiguousAnswerForWhatItDid(t *testing.T) {
	for name, fault := range map[string]fakeserver.Fault{
		"lost": {Kind: fakeserver.Break, After: true}, "a proxy's error": {Kind: fakeserver.Refuse, Status: 502, After: true},
	} {
		fake, client, c := start(t)
		fake.Fail(2, fault)
		if err := c.Hold(t.Context(), client, ""); err != nil || share(fake) != 10 {
			t.Errorf("%s: %v, %d%%", name, err, share(fake))
		}
	}
	_, client, c := start(t)
	c.New = "00000000-0000-0000-0000-000000000000" // the API refuses it
	if err := c.Hold(t.Context(), client, ""); !edgeapi.IsStatus(err, http.StatusBadRequest) {
		t.Errorf("refused: %v", err)
	}
}

func TestFindIgnoresVersionsOfOtherToolsAndOwners(t *testing.T) {
	_, client, c := start(t)
	if err := c.Hold(t.Context(), client, ""); err != nil {
		t.Fatal(err)
	}
	other := own
	other.Environment = "staging"
	if found, err := Find(t.Context(), client, other); err != nil || len(found.Canaries) > 0 {
		t.Errorf("of another environment: %v, %+v", err, found)
	}
	back := c
	back.Old, back.New = c.New, c.Old // the older version is not a canary, whatever its share
	if err := back.Hold(t.Context(), client, ""); err != nil {
		t.Fatal(err)
	}
	if found, err := Find(t.Context(), client, own); err != nil || found.Canaries[0].New != c.New {
		t.Errorf("%v, %+v", err, found)
	}
}
