package invoke

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/cli"
	"github.com/appsvc/svc/internal/cmd/capability"
	"github.com/appsvc/svc/internal/cmd/cmdutil"
	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/devserver"
	"github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/internal/fixture"
	"github.com/appsvc/svc/internal/fixture/player"
	"github.com/appsvc/svc/internal/projectfs"
	"github.com/appsvc/svc/internal/redact"
	"github.com/appsvc/svc/internal/store"
)

const (
	// maxFixtureRecords is the number of records that a saved fixture may have. More belong in no file that people read.
	maxFixtureRecords = 500
	// minSecretLength is the length of the shortest binding that is searched for in a fixture, in bytes. Shorter values
	// are words that texts contain anyway.
	minSecretLength = 8
)

// validateSave rejects an invalid --save-fixture, and flags that it excludes.
func (o *options) validateSave() error {
	switch {
	case o.saveFixture == "":
		return nil
	case !fixture.NamePattern().MatchString(o.saveFixture):
		return cli.Usage(
			fmt.Sprintf("invalid --save-fixture %q: expected letters, digits, hyphens and underscores", o.saveFixture),
			"write a name such as reminder-firm",
		)
	case o.crm == host.CRMLive:
		return cli.Usage(
			"--save-fixture and --crm live exclude each other: the fixture would contain data of the account",
			"leave out --crm to use the emulated CRM",
		)
	case o.watch:
		return cli.Usage("--save-fixture and --watch exclude each other", "leave out one of them")
	}
	return nil
}

// checkFixtureName rejects the name of a fixture that exists, before the run.
func (r *invocation) checkFixtureName() error {
	name := r.options.saveFixture
	if name == "" || !projectfs.Exists(r.Dir, fixture.File(name)) {
		return nil
	}
	return cli.Usage(
		fmt.Sprintf("the fixture %s exists", fixture.File(name)),
		fmt.Sprintf("choose another name, or run 'svc test %s --update'", name),
	)
}

// saving is a run that becomes a fixture.
type saving struct {
	*invocation
	host      *host.Host
	call      *devserver.InvokeOptions
	recording *player.Recording
	at        time.Time
	records   map[string]any // of object types that differ from the samples
}

// recording prepares the call to be recorded. save writes the fixture; it is nil without --save-fixture.
func (r *invocation) recording(h *host.Host, call *devserver.InvokeOptions) (
	save func(context.Context, store.LastInput, *devserver.Result) error, err error,
) {
	if r.options.saveFixture == "" {
		return nil, nil
	}
	s := &saving{
		invocation: r, host: h, call: call, recording: player.NewRecording(r.Profile.APIOrigin),
		at: h.Now().UTC().Truncate(time.Second),
	}
	if s.records, err = s.changedRecords(); err != nil {
		return nil, err
	}
	call.WrapTransport, call.OnActor = s.recording.Transport, s.recording.Actor
	return s.save, nil
}

func (s *saving) portal() int64 {
	if i := s.call.Invocation.Install; i != nil && i.PortalID != nil {
		return *i.PortalID
	}
	return host.DefaultPortal
}

// changedRecords returns the records of the object types that differ from those of a new emulated CRM.
func (s *saving) changedRecords() (map[string]any, error) {
	crm, err := s.host.CRM()
	if err != nil {
		return nil, err
	}
	fresh := *s.Session
	fresh.InMemory = true
	other, err := fresh.NewHost()
	if err != nil {
		return nil, err
	}
	defer func() { _ = other.Close() }() // in memory
	samples, err := other.CRM()
	if err != nil {
		return nil, err
	}
	usual, changed := samples.Export(s.portal()), map[string]any{}
	for name, records := range crm.Export(s.portal()) {
		if !reflect.DeepEqual(records, usual[name]) {
			changed[name] = records
		}
	}
	return changed, nil
}

// save writes the fixture, with what the player does as expectation: its ids and times do not depend on this run.
func (s *saving) save(ctx context.Context, given store.LastInput, result *devserver.Result) error {
	if result.Status == devserver.StatusDuplicate {
		return cli.Usage("cannot save the run as a fixture: "+result.Effect, "add --again")
	}
	draft, err := s.draft(given)
	if err != nil {
		return err
	}
	f, err := s.clean(draft)
	if err != nil {
		return err
	}
	options := player.Options{
		Dir: s.Dir, Profile: s.Profile, App: s.Project.App, Portal: s.Project.Portal, Manifest: s.Manifest,
		Secrets: s.Project.Secrets(), Worker: s.call.Worker, Capability: s.capability, Fixture: f,
	}
	outcome, err := player.Play(ctx, options)
	if err != nil {
		return playError(err)
	}
	options.Seed++
	other, err := player.Play(ctx, options)
	if err != nil {
		return playError(err)
	}
	text, err := f.Updated(outcome, fixture.Unstable(outcome, other))
	if err != nil {
		return cmdutil.InternalError(err.Error(), err)
	}
	if err := fixture.Write(s.Dir, f.Name, text); err != nil {
		fix := projectfs.WriteFix(err, "check the permissions of the folder "+fixture.Folder)
		if errors.Is(err, projectfs.ErrOutside) {
			fix = "replace the link with a folder of the project"
		}
		return &cli.Error{
			Code: cli.ExitUsage, What: "cannot write " + f.File, Why: cli.Reason(err), Err: err, Fix: fix,
		}
	}
	s.note(f, text, outcome, result)
	return nil
}

// note says what was saved, and how it differs from the run.
func (s *saving) note(f *fixture.Fixture, text []byte, outcome *fixture.Outcome, result *devserver.Result) {
	s.Env.Notef("saved %s; run 'svc test %s'", f.File, f.Name)
	for _, request := range s.recording.Omitted() {
		s.Env.Notef("note: the response to %s is too large for a fixture, or is not text: add it to outside", request)
	}
	if strings.Contains(string(text), redact.Redacted) {
		s.Env.Notef("note: the fixture has %q for what was cut", redact.Redacted)
	}
	if outcome.Status != result.Status {
		s.Env.Notef(
			"note: this run ended with %s, the fixture ends with %s: it has made-up secrets, and no bindings of .dev.vars (env)",
			result.Status, outcome.Status,
		)
	}
}

func playError(err error) error {
	return &cli.Error{
		Code: cli.ExitFailed, What: "cannot save the run as a fixture", Why: err.Error(), Err: err,
		Fix: "write the fixture by hand: docs/testing.md",
	}
}

// draft returns the fixture of what the run got and read.
func (s *saving) draft(given store.LastInput) (fixture.Draft, error) {
	i := s.call.Invocation
	d := fixture.Draft{
		Capability: s.capability.Name(), Clock: s.at, Input: given.Input, Install: given.Install, Object: given.Object,
	}
	if _, err := capability.Find(devserver.Capabilities(s.Project), d.Capability, ""); err != nil {
		d.Kind = capability.KindWord(s.capability.Kind)
	}
	if i.Surface != ownSurfaces[s.capability.Kind] {
		d.Surface = string(i.Surface)
	}
	if d.Object == nil && i.Object != nil {
		d.Object, _ = json.Marshal(map[string]string{"id": i.Object.ID}) // a string always marshals
	}
	crm, err := s.host.CRM()
	if err != nil {
		return d, err
	}
	s.recording.Fill(&d, s.records, crm.TypeName)
	count := 0
	if d.CRM != nil {
		for _, records := range d.CRM.Records {
			count += len(records.([]crmsim.Given))
		}
	}
	if count > maxFixtureRecords {
		return d, playError(fmt.Errorf("it read object types with %d records, and a fixture may have %d",
			count, maxFixtureRecords))
	}
	return d, nil
}

// cutter returns what cuts secrets out of a text. Values of declared secrets become those that the player uses.
func (s *saving) cutter() func(string) string {
	bindings, err := s.Bindings()
	if err != nil {
		bindings = nil // the run has read them before
	}
	var pairs []string
	for _, name := range s.Project.Secrets() {
		if value := bindings[name]; len(value) >= minSecretLength {
			quoted, _ := json.Marshal(value) // a string always marshals
			pairs = append(pairs, value, player.TestPrefix+name, string(quoted[1:len(quoted)-1]), player.TestPrefix+name)
		}
	}
	known := strings.NewReplacer(pairs...)
	return func(text string) string { return s.Env.Secrets.Text(known.Replace(text)) }
}

// clean returns the fixture without secrets.
func (s *saving) clean(d fixture.Draft) (*fixture.Fixture, error) {
	f, err := d.Fixture(s.options.saveFixture, s.cutter())
	var invalid *fixture.Invalid
	if errors.As(err, &invalid) {
		return nil, playError(err)
	}
	return f, err
}
