package conformance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/appsvc/svc/internal/crmsim"
	devhost "github.com/appsvc/svc/internal/devserver/host"
	"github.com/appsvc/svc/test/conformance/pinned"
)

// The hosts, in the order in which results name them.
const (
	Goja    = "goja"
	Workerd = "workerd"
	// Dev is the host of goja with user workers in the edge engine, as svc dev --engine workerd has it. It runs on request
	// only.
	Dev = "dev"
)

// Suite configures a run of the cases.
type Suite struct {
	// Root is the root of this repository.
	Root string
	// Dir is the folder of the cases and their apps. Default: test/conformance.
	Dir string
	// Only selects cases by name. Nil selects all.
	Only *regexp.Regexp
	// Host limits the run to one host, without a comparison. Default: both.
	Host string
	// Engine is the npm package of workerd. Default: pinned.Newest.
	Engine string
	Now    func() time.Time
	// Out gets the failures.
	Out io.Writer
	// KnownFailures has a reason for each case that must fail. A listed case that passes is a failure.
	KnownFailures map[string]string
	// Verbose also prints the cases that pass, with their durations.
	Verbose bool
	// Random sends random requests after the cases. Nil sends none.
	Random *Random
}

// slowAtOnce is the number of concurrent slow cases. They mostly wait, and so many end before the quick cases do. More
// of them reach the time limits of the runtime on a busy machine.
const slowAtOnce = 8

// Result counts the cases of a run.
type Result struct {
	// Ran is the number of cases by host.
	Ran map[string]int
	// Random is the number of random requests.
	Random int
	// Failed counts cases that fail in a host, Differences those in which the hosts differ.
	Failed, Differences int
	// Complaints are messages of the engine itself, such as about code that hung.
	Complaints []string
}

// OK reports whether every case passed.
func (r *Result) OK() bool { return r.Failed == 0 && r.Differences == 0 && len(r.Complaints) == 0 }

// Line is the summary.
func (r *Result) Line() string {
	if cases := r.Ran[Dev]; cases > 0 {
		return fmt.Sprintf("%d cases in svc dev --engine workerd, %d failed", cases, r.Failed)
	}
	return fmt.Sprintf(
		"%d cases in goja, %d cases in workerd, %d random requests, %d differences",
		r.Ran[Goja], r.Ran[Workerd], r.Random, r.Differences,
	)
}

// Run runs the cases. The result has the failures. An error means that the cases could not run.
func (s *Suite) Run(ctx context.Context) (*Result, error) {
	dir := cmp.Or(s.Dir, filepath.Join(s.Root, "test", "conformance"))
	all, mistakes, err := readCases(os.DirFS(dir))
	if err != nil {
		return nil, err
	}
	for _, mistake := range mistakes {
		s.printf("FAIL %v\n\n", mistake)
	}
	cases := slices.DeleteFunc(
		slices.Clone(all), func(c *caseFile) bool { return s.Only != nil && !s.Only.MatchString(c.Name) },
	)
	if len(cases) == 0 && s.Random == nil {
		return nil, errors.New("no readable case matches -run")
	}
	for name := range s.KnownFailures {
		if !slices.ContainsFunc(all, func(c *caseFile) bool { return c.Name == name }) {
			return nil, fmt.Errorf("unknown case %q in the list of known failures", name)
		}
	}
	variants, err := LoadVariants(ctx, dir, nil)
	if err != nil {
		return nil, err
	}
	rigs, err := s.start(ctx, variants)
	defer func() {
		for _, r := range rigs {
			r.client.close()
			_ = r.close() // the cases have run, and a remaining folder in /tmp is harmless
		}
	}()
	if err != nil {
		return nil, err
	}
	result := s.runAll(ctx, cases, rigs)
	if s.Random != nil {
		if err := s.random(ctx, rigs, len(cases), result); err != nil {
			return nil, err
		}
	}
	result.Failed += len(mistakes)
	for _, r := range rigs {
		if h, isEdge := r.host.(*edgeHost); isEdge {
			result.Complaints = h.messages()
		}
	}
	for _, complaint := range result.Complaints {
		s.printf("workerd says: %s\n", complaint)
	}
	return result, ctx.Err()
}

// start starts the selected hosts.
func (s *Suite) start(ctx context.Context, variants []*Variant) ([]*rig, error) {
	var rigs []*rig
	for _, name := range []string{Goja, Workerd, Dev} {
		if s.Host != "" && s.Host != name || s.Host == "" && name == Dev {
			continue
		}
		r := s.rig(variants)
		var err error
		if r.host, err = s.startHost(ctx, name, variants, r); err != nil {
			return rigs, fmt.Errorf("%s: %w", name, err)
		}
		r.client = &client{address: r.address, transports: map[string]*http.Transport{}}
		rigs = append(rigs, r)
	}
	return rigs, nil
}

// startHost starts one host.
func (s *Suite) startHost(ctx context.Context, name string, variants []*Variant, r *rig) (host, error) {
	if name == Goja {
		return startGoja(ctx, variants, r.journal, r.outside, gojaOptions{now: s.Now})
	}
	binary, err := pinned.Binary(s.Root, s.engine())
	if err != nil {
		return nil, err
	}
	if name == Dev {
		return startGoja(ctx, variants, r.journal, r.outside, gojaOptions{s.Now, &devhost.Edge{Binary: binary}})
	}
	return startEdge(ctx, binary, variants, r.journal, r.outside)
}

func (s *Suite) engine() string {
	if s.Engine == "" {
		return pinned.Newest
	}
	return s.Engine
}

// rig creates the signers, the journal and the outside of a host.
func (s *Suite) rig(variants []*Variant) *rig {
	r := &rig{journal: &journal{}, signers: map[string]signer{}, bindings: map[string]map[string]string{}}
	byName := map[string]*Variant{}
	for _, v := range variants {
		byName[v.Name] = v
		r.bindings[v.Name] = v.Bindings
		secret := v.Bindings["CRM_CLIENT_SECRET"]
		if secret == "" {
			secret = clientSecretValue
		}
		r.signers[v.Name] = signer{
			prefix: v.App.Profile.HeaderPrefix, secret: secret, keyID: keyID, key: controlKeyValue, now: s.Now,
		}
	}
	r.outside = &outside{
		now: s.Now, origin: func(app string) string { return byName[app].App.Profile.APIOrigin },
		crm: func(app string, w *world) (http.Handler, error) {
			return emulatedCRM(byName[app], w, s.Now)
		},
	}
	return r
}

func emulatedCRM(v *Variant, w *world, now func() time.Time) (http.Handler, error) {
	options := crmsim.Options{
		Clock: crmsim.RealClock(now), Token: accessTokenValue,
		PropertyPrefix:      strings.TrimSuffix(v.App.Profile.ExecutionStateKey, "execution_state"),
		AssociationCategory: v.App.Profile.AssociationCategory,
		Faults:              w.crmFaults,
	}
	if w.limits != nil {
		own := *w.limits
		options.Limits = &own
	}
	options.Types, options.Events = devhost.AppData(v.App.Declared)
	options.Scopes = devhost.AppScopes(v.App.Declared)
	if !v.App.StaticAuth {
		options.OAuth = &crmsim.OAuth{
			ClientID: clientIDValue, ClientSecret: clientSecretValue, Rotates: true, Consented: consentedPortal,
			Scopes: options.Scopes,
		}
	}
	return crmsim.New(options)
}

// consentedPortal parses consent-<portal>, a code that replaces a consent in a browser.
func consentedPortal(code string) (int64, bool) {
	digits, found := strings.CutPrefix(code, "consent-")
	portal, err := strconv.ParseInt(digits, 10, 64)
	return portal, found && err == nil
}

// runAll runs the quick cases in sequence, and the slow cases concurrently with them.
func (s *Suite) runAll(ctx context.Context, cases []*caseFile, rigs []*rig) *Result {
	result := &Result{Ran: map[string]int{}}
	var counting sync.Mutex
	run := func(number int, c *caseFile) {
		runs := make([]*seen, len(rigs))
		var hosts sync.WaitGroup
		for i, r := range rigs {
			hosts.Go(func() { runs[i] = r.run(ctx, c, number, s) })
		}
		hosts.Wait()
		counting.Lock()
		defer counting.Unlock()
		s.count(result, c, rigs, runs)
	}
	var waiting sync.WaitGroup
	free := make(chan struct{}, slowAtOnce)
	for i, c := range cases {
		if c.Slow {
			waiting.Go(func() {
				free <- struct{}{}
				run(i, c)
				<-free
			})
		}
	}
	for i, c := range cases {
		if !c.Slow && ctx.Err() == nil {
			run(i, c)
		}
	}
	waiting.Wait()
	return result
}

// count adds the runs of one case to the result and prints the faults.
func (s *Suite) count(result *Result, c *caseFile, rigs []*rig, runs []*seen) {
	var report strings.Builder
	failed := false
	for i, r := range rigs {
		result.Ran[r.name()]++
		for _, fault := range runs[i].faults {
			failed = true
			fmt.Fprintf(&report, "  in %s: %s\n", r.name(), fault)
		}
	}
	if len(runs) == len([]string{Goja, Workerd}) {
		if d := differences(runs[0], runs[1], c); len(d) > 0 {
			result.Differences++
			for _, difference := range d {
				fmt.Fprintf(&report, "  %s against %s: %s\n", rigs[0].name(), rigs[1].name(), difference)
			}
		}
	}
	if reason := s.KnownFailures[c.Name]; reason != "" {
		if failed {
			report.Reset()
		} else {
			fmt.Fprintf(&report, "  expected to fail (%s), but passes: remove it from the known failures\n", reason)
		}
		failed = !failed
	}
	if failed {
		result.Failed++
	}
	switch {
	case report.Len() > 0:
		s.printf("FAIL %s\n  %s\n%s\n", c.Name, strings.ReplaceAll(c.Sentence, "\n", "\n  "), report.String())
	case s.Verbose:
		for i, r := range rigs {
			s.printf("%s %s %s\n", runs[i].took.Round(time.Millisecond), r.name(), c.Name)
		}
	}
}

func (s *Suite) printf(format string, args ...any) { fmt.Fprintf(s.Out, format, args...) }

// messages returns the complaints of the engine.
func (h *edgeHost) messages() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.complaints)
}
