package crmapi_test

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/appsvc/svc/internal/deploy/crmapi"
	"github.com/appsvc/svc/internal/platform"
	"github.com/appsvc/svc/test/fakes/crmfake"
	"github.com/appsvc/svc/test/fakes/fakeserver"
)

func profile(t *testing.T, name string) *platform.Profile {
	t.Helper()
	text, err := os.ReadFile("../../../sdk/src/profiles/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	p, err := platform.DecodeProfile(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// clock is a clock that only advances in sleep.
type clock struct {
	at    time.Time
	slept []time.Duration
}

func (c *clock) now() time.Time { return c.at }

func (c *clock) sleep(ctx context.Context, d time.Duration) error {
	c.at = c.at.Add(d)
	c.slept = append(c.slept, d)
	return ctx.Err()
}

func newClient(t *testing.T, o crmfake.Options) (*crmapi.Client, *crmfake.Fake, *clock) {
	t.Helper()
	c := &clock{at: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)}
	if o.Profile == nil {
		o.Profile = profile(t, "crm")
	}
	o.Now = c.now
	fake := crmfake.New(o)
	return &crmapi.Client{
		Profile: o.Profile, BaseURL: "http://crm.test", Key: crmfake.Key, Agent: "svc/test",
		Do: fake.Do, Now: c.now, Sleep: c.sleep, Random: func() float64 { return 0.5 },
	}, fake, c
}

// project is the files of the fixture, spelled for a profile, and what the vendor's parser makes of them.
func project(t *testing.T, p *platform.Profile) (files map[string][]byte, parsed string) {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/project.txtar")
	if err != nil {
		t.Fatal(err)
	}
	respell := strings.NewReplacer("hsproject.json", p.ProjectFile, "-hsmeta.json", p.MetaFileSuffix)
	files = map[string][]byte{}
	for _, file := range archive.Files {
		if path, inside := strings.CutPrefix(file.Name, "project/"); inside {
			files[respell.Replace(path)] = file.Data
		} else {
			parsed = respell.Replace(string(file.Data))
		}
	}
	return files, parsed
}

func source(t *testing.T, p *platform.Profile, drop ...string) crmapi.Source {
	t.Helper()
	files, _ := project(t, p)
	for _, path := range drop {
		if files[path] == nil {
			t.Fatalf("the fixture has no %s", path)
		}
		delete(files, path)
	}
	read, err := crmapi.ReadSource(p, files)
	if err != nil {
		t.Fatal(err)
	}
	return read
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// deployed brings a source to the portals.
func deployed(t *testing.T, client *crmapi.Client, s crmapi.Source, message string) {
	t.Helper()
	ctx := context.Background()
	id, err := client.Upload(ctx, "Ledger", s, message)
	must(t, err)
	built, err := client.WaitBuild(ctx, "Ledger", id, nil)
	must(t, err)
	if built.Status != crmapi.StatusSuccess {
		t.Fatalf("build: %+v", built)
	}
	id, err = client.Deploy(ctx, "Ledger", id, false)
	must(t, err)
	done, err := client.WaitDeploy(ctx, "Ledger", id, nil)
	must(t, err)
	if done.Status != crmapi.StatusSuccess {
		t.Fatalf("deploy: %+v", done)
	}
}

func TestUploadBuildDeployAndDeleteInBothProfiles(t *testing.T) {
	ctx := context.Background()
	for _, name := range platform.ProfileNames() {
		p := profile(t, name)
		client, fake, clock := newClient(t, crmfake.Options{Profile: p, Polls: 2})
		none, err := client.Project(ctx, "Ledger")
		if err != nil || none != nil {
			t.Fatalf("before: %v, %v", none, err)
		}
		_, err = client.CreateProject(ctx, "Ledger")
		must(t, err)
		deployed(t, client, source(t, p), "deploy d1")
		if want := []time.Duration{2 * time.Second, 2 * time.Second, 2 * time.Second, 2 * time.Second}; !slices.Equal(
			clock.slept, want,
		) {
			t.Errorf("%s: slept %v", name, clock.slept)
		}
		found, err := client.Project(ctx, "Ledger")
		must(t, err)
		if found.DeployedBuildID != 1 || found.LatestBuild.Message != "deploy d1" ||
			found.LatestBuild.PlatformVersion != "2026.03" {
			t.Errorf("%s: %+v", name, found)
		}
		removal, err := client.RemoveComponents(ctx, "Ledger", true)
		if err != nil || len(removal.Components) != 8 || removal.DeployID != 0 {
			t.Errorf("%s: removal %+v, %v", name, removal, err)
		}
		if err := client.DeleteProject(ctx, "Ledger"); !crmapi.IsStatus(err, http.StatusConflict) {
			t.Errorf("%s: a deployed project went: %v", name, err)
		}
		removal, err = client.RemoveComponents(ctx, "Ledger", false)
		must(t, err)
		_, err = client.WaitDeploy(ctx, "Ledger", removal.DeployID, nil)
		must(t, err)
		must(t, client.DeleteProject(ctx, "Ledger"))
		must(t, client.DeleteProject(ctx, "Ledger"))
		if fake.Contains("hub") && name == platform.DefaultProfile {
			t.Error("the default profile speaks the vendor's language")
		}
	}
}

func TestComponentsMatchTheVendorsParser(t *testing.T) {
	ctx := context.Background()
	client, fake, _ := newClient(t, crmfake.Options{})
	_, err := client.CreateProject(ctx, "Ledger")
	must(t, err)
	_, err = client.Upload(ctx, "Ledger", source(t, client.Profile), "m")
	must(t, err)
	_, err = client.Project(ctx, "Ledger")
	must(t, err)
	var want any
	_, parsed := project(t, client.Profile)
	must(t, json.Unmarshal([]byte(parsed), &want))
	got := uploadRequest(t, fake)
	if got["projectName"] != "Ledger" || got["buildMessage"] != "m" || got["skipAutoDeploy"] != true {
		t.Errorf("sent %v %v %v", got["projectName"], got["buildMessage"], got["skipAutoDeploy"])
	}
	maps.DeleteFunc(
		got, func(k string, _ any) bool { return k == "projectName" || k == "buildMessage" || k == "skipAutoDeploy" },
	)
	gotText, err := json.MarshalIndent(got, "", " ")
	must(t, err)
	wantText, err := json.MarshalIndent(want, "", " ")
	must(t, err)
	if string(gotText) != string(wantText) {
		t.Errorf("sent %s\nwant %s", gotText, wantText)
	}
}

// uploadRequest is that part of the newest upload.
func uploadRequest(t *testing.T, fake *crmfake.Fake) map[string]any {
	t.Helper()
	for _, r := range slices.Backward(fake.Requests()) {
		_, after, found := strings.Cut(string(r.Body), "name=\"uploadRequest\"\r\n\r\n")
		if !found {
			continue
		}
		var part map[string]any
		must(t, json.NewDecoder(strings.NewReader(after)).Decode(&part))
		return part
	}
	t.Fatal("there was no upload")
	return nil
}

func TestUploadIsDeterministic(t *testing.T) {
	ctx := context.Background()
	var bodies []string
	for range 2 {
		client, fake, _ := newClient(t, crmfake.Options{})
		_, err := client.CreateProject(ctx, "Ledger")
		must(t, err)
		_, err = client.Upload(ctx, "Ledger", source(t, client.Profile), "m")
		must(t, err)
		log := fake.Requests()
		bodies = append(bodies, string(log[len(log)-1].Body))
	}
	if bodies[0] != bodies[1] {
		t.Error("two uploads of one project differ")
	}
	p := profile(t, "crm")
	whole, less := source(t, p).Digest(), source(t, p, "src/app/cards/card.js").Digest()
	if whole == less || whole != source(t, p).Digest() {
		t.Error("the digest does not follow the content")
	}
}

func TestARemovalBlocksADeployWithoutForce(t *testing.T) {
	ctx := context.Background()
	client, _, _ := newClient(t, crmfake.Options{})
	_, err := client.CreateProject(ctx, "Ledger")
	must(t, err)
	deployed(t, client, source(t, client.Profile), "whole")
	id, err := client.Upload(ctx, "Ledger", source(t, client.Profile, "src/app/cards/card-crmmeta.json"), "less")
	must(t, err)
	_, err = client.WaitBuild(ctx, "Ledger", id, nil)
	must(t, err)
	_, err = client.Deploy(ctx, "Ledger", id, false)
	var blocked *crmapi.BlockedError
	if !errors.As(err, &blocked) || !blocked.Forceable() || !slices.Equal(blocked.Reasons(), []string{
		"the_card: This component will be removed.",
	}) {
		t.Fatalf("not forced: %v", err)
	}
	_, err = client.Deploy(ctx, "Ledger", id, true)
	must(t, err)
}

func TestForceDoesNotOverrideErrors(t *testing.T) {
	ctx := context.Background()
	client, fake, _ := newClient(t, crmfake.Options{})
	_, err := client.CreateProject(ctx, "Ledger")
	must(t, err)
	id, err := client.Upload(ctx, "Ledger", source(t, client.Profile), "m")
	must(t, err)
	_, err = client.WaitBuild(ctx, "Ledger", id, nil)
	must(t, err)
	fake.Block("obj_a", "The object needs the vendor's approval.")
	_, err = client.Deploy(ctx, "Ledger", id, true)
	var blocked *crmapi.BlockedError
	if !errors.As(err, &blocked) || blocked.Forceable() || !strings.Contains(err.Error(), "obj_a: The object needs") {
		t.Errorf("%v", err)
	}
}

func TestAFailedBuildNamesItsComponents(t *testing.T) {
	ctx := context.Background()
	client, fake, _ := newClient(t, crmfake.Options{})
	_, err := client.CreateProject(ctx, "Ledger")
	must(t, err)
	fake.FailBuild("the_card", "the entry point does not compile")
	id, err := client.Upload(ctx, "Ledger", source(t, client.Profile), "m")
	must(t, err)
	var seen []string
	built, err := client.WaitBuild(ctx, "Ledger", id, func(b crmapi.Build) { seen = append(seen, b.Status) })
	must(t, err)
	failed := built.Failures()
	if len(failed) != 1 || failed[0].Name != "the_card" || failed[0].Type != "CARD" ||
		failed[0].Message != "the entry point does not compile" ||
		failed[0].Cause.SubCategory != "BuildPipelineErrorType.INVALID_COMPONENT" || !slices.Equal(seen, []string{
		"BUILDING", "FAILURE",
	}) {
		t.Errorf("seen %v, failed %+v", seen, failed)
	}
}

func TestWaitBuildTimesOut(t *testing.T) {
	ctx := context.Background()
	client, _, clock := newClient(t, crmfake.Options{Polls: 1 << 30})
	_, err := client.CreateProject(ctx, "Ledger")
	must(t, err)
	id, err := client.Upload(ctx, "Ledger", source(t, client.Profile), "m")
	must(t, err)
	began := clock.at
	_, err = client.WaitBuild(ctx, "Ledger", id, nil)
	var late *crmapi.TimeoutError
	if !errors.As(err, &late) || clock.at.Sub(began) < crmapi.BuildWait {
		t.Errorf("%v after %s", err, clock.at.Sub(began))
	}
	_, err = client.Upload(ctx, "Ledger", source(t, client.Profile), "m")
	var apiError *crmapi.Error
	if !errors.As(err, &apiError) || apiError.Fix() == "" ||
		apiError.SubCategory != "BuildPipelineErrorType.PROJECT_LOCKED" {
		t.Errorf("an upload while a build runs: %v", err)
	}
}

func TestAnUploadWithoutAResponseIsFoundByItsMessage(t *testing.T) {
	ctx := context.Background()
	client, fake, _ := newClient(t, crmfake.Options{})
	_, err := client.CreateProject(ctx, "Ledger")
	must(t, err)
	fake.Fail(1, fakeserver.Fault{Kind: fakeserver.Break, After: true})
	sent := len(fake.Requests())
	if _, err := client.Upload(ctx, "Ledger", source(t, client.Profile), "deploy d7"); err == nil ||
		len(fake.Requests()) != sent+1 {
		t.Fatalf("%v after %d requests", err, len(fake.Requests())-sent)
	}
	builds, err := client.Builds(ctx, "Ledger")
	if err != nil || len(builds) != 1 || builds[0].Message != "deploy d7" {
		t.Errorf("builds %+v, %v", builds, err)
	}
}

func TestArchiveReturnsTheUploadedFiles(t *testing.T) {
	ctx := context.Background()
	client, _, _ := newClient(t, crmfake.Options{})
	_, err := client.CreateProject(ctx, "Ledger")
	must(t, err)
	id, err := client.Upload(ctx, "Ledger", source(t, client.Profile), "m")
	must(t, err)
	got, err := client.Archive(ctx, "Ledger", id)
	must(t, err)
	files, _ := project(t, client.Profile)
	delete(files, client.Profile.ProjectFile)
	if len(got) != len(files) {
		t.Errorf("%d files came back, %d went", len(got), len(files))
	}
	for path, text := range files {
		if below := strings.TrimPrefix(path, "src/"); string(got[below]) != string(text) {
			t.Errorf("%s came back as %q", below, got[below])
		}
	}
}
