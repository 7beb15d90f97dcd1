// This file runs the suite: every case in both hosts, each against its expectation and both against each other.

package conformance

import (
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
	"github.com/appsvc/svc/test/conformance/workerd"
)

// The hosts, in the order in which results name them.
const (
	Goja    = "goja"
	Workerd = "workerd"
)

// Suite says what to run.
type Suite struct {
	// Root is the root of this repository.
	Root string
	// Only chooses cases by their names; nil for all of them.
	Only *regexp.Regexp
	// Host runs the cases in one host only, without a comparison; "" for both.
	Host string
	// Engine is the npm package of workerd: workerd.Newest when empty.
	Engine string
	Now    func() time.Time
	// Out gets the failures, and the closing line.
	Out io.Writer
	// Lacks are cases that are known to fail, with the reason; one that holds fails, too.
	Lacks map[string]string
	// Verbose also prints the cases that hold, with their times.
	Verbose bool
}

// slowAtOnce is how many slow cases wait side by side: they need hardly any work.
const slowAtOnce = 24

// Result counts what was executed.
type Result struct {
	// Ran is by host.
	Ran map[string]int
	// Failed are cases that do not hold in a host; Differences those in which the hosts differ.
	Failed, Differences int
	// Complaints are what the engine had to say by itself, such as of code that hung.
	Complaints []string
}

// OK reports whether everything held.
func (r *Result) OK() bool { return r.Failed == 0 && r.Differences == 0 && len(r.Complaints) == 0 }

// Line is the closing line.
func (r *Result) Line() string {
	return fmt.Sprintf("%d cases in goja, %d cases in workerd, %d differences", r.Ran[Goja], r.Ran[Workerd], r.Differences)
}

// Run runs the cases. An error means that they could not be run; what failed is in the result.
func (s *Suite) Run(ctx context.Context) (*Result, error) {
	dir := filepath.Join(s.Root, "test", "conformance")
	all, mistakes, err := ReadCases(os.DirFS(dir))
	if err != nil {
		return nil, err
	}
	for _, mistake := range mistakes {
		s.printf("FAIL %v\n\n", mistake)
	}
	cases := slices.DeleteFunc(
		slices.Clone(all), func(c *Case) bool { return s.Only != nil && !s.Only.MatchString(c.Name) },
	)
	if len(cases) == 0 {
		return nil, errors.New("no readable case matches -run")
	}
	for name := range s.Lacks {
		if !slices.ContainsFunc(all, func(c *Case) bool { return c.Name == name }) {
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
			_ = r.close() // the cases have run; a folder left behind in /tmp harms nothing
		}
	}()
	if err != nil {
		return nil, err
	}
	result := s.runAll(ctx, cases, rigs)
	result.Failed += len(mistakes)
	for _, r := range rigs {
		if h, isEdge := r.host.(*edgeHost); isEdge {
			result.Complaints = h.said()
		}
	}
	for _, complaint := range result.Complaints {
		s.printf("workerd says: %s\n", complaint)
	}
	return result, ctx.Err()
}

// start starts the hosts that are wanted.
func (s *Suite) start(ctx context.Context, variants []*Variant) ([]*rig, error) {
	var rigs []*rig
	for _, name := range []string{Goja, Workerd} {
		if s.Host != "" && s.Host != name {
			continue
		}
		r := s.rig(variants)
		var err error
		if name == Goja {
			r.host, err = startGoja(ctx, variants, r.journal, r.outside, s.Now)
		} else {
			var binary string
			if binary, err = workerd.Binary(s.Root, s.engine()); err == nil {
				r.host, err = startEdge(ctx, binary, variants, r.journal, r.outside)
			}
		}
		if err != nil {
			return rigs, fmt.Errorf("%s: %w", name, err)
		}
		r.client = &client{address: r.address, transports: map[string]*http.Transport{}}
		rigs = append(rigs, r)
	}
	return rigs, nil
}

func (s *Suite) engine() string {
	if s.Engine == "" {
		return workerd.Newest
	}
	return s.Engine
}

// rig makes what stands around a host.
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
		origin: func(app string) string { return byName[app].App.Profile.APIOrigin },
		crm: func(app string, limits *crmsim.Limits) (http.Handler, error) {
			return emulatedCRM(byName[app], limits, s.Now)
		},
	}
	return r
}

func emulatedCRM(v *Variant, limits *crmsim.Limits, now func() time.Time) (http.Handler, error) {
	options := crmsim.Options{
		Clock: crmsim.RealClock(now), Token: accessTokenValue,
		PropertyPrefix:      strings.TrimSuffix(v.App.Profile.ExecutionStateKey, "execution_state"),
		AssociationCategory: v.App.Profile.AssociationCategory,
	}
	if limits != nil {
		own := *limits
		options.Limits = &own
	}
	options.Types, options.Events = devhost.AppData(v.App.Declared)
	if !v.App.StaticAuth {
		options.OAuth = &crmsim.OAuth{
			ClientID: clientIDValue, ClientSecret: clientSecretValue, Rotates: true, Consented: consentedPortal,
		}
	}
	return crmsim.New(options)
}

// consentedPortal reads the codes that stand for a consent which no browser was there to give: consent-<portal>.
func consentedPortal(code string) (int64, bool) {
	digits, isOne := strings.CutPrefix(code, "consent-")
	portal, err := strconv.ParseInt(digits, 10, 64)
	return portal, isOne && err == nil
}

// runAll runs the quick cases one after the other, while the slow ones wait side by side.
func (s *Suite) runAll(ctx context.Context, cases []*Case, rigs []*rig) *Result {
	result := &Result{Ran: map[string]int{}}
	var counting sync.Mutex
	run := func(number int, c *Case) {
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

// count takes the runs of one case into the result, and prints what is wrong.
func (s *Suite) count(result *Result, c *Case, rigs []*rig, runs []*seen) {
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
	if reason := s.Lacks[c.Name]; reason != "" {
		if failed {
			report.Reset()
		} else {
			fmt.Fprintf(&report, "  it is known to fail (%s), and holds: take it off the list\n", reason)
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

// said gives what the engine complained of.
func (h *edgeHost) said() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.complaints)
}
