// This file learns from the platforms what is deployed. Nothing of it comes from files of this machine, so that
// another machine plans the same.

package deploy

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"sync"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
)

// deployed is what the platforms have of one environment.
type deployed struct {
	Subdomain string
	// Scripts are by name: those that the build names, and others of this project and environment.
	Scripts map[string]*liveScript
	CRM     liveProject
	// lock is the mark that a deploy has left on the app worker; nil for none.
	lock *holder
}

// liveScript is a script that exists.
type liveScript struct {
	Owner        owner
	MigrationTag string
	Crons        []string
	Secrets      []string
	HasAddress   bool
	// extra are tags of others.
	extra []string
}

// digest names the state. The lock and the parts that do not matter for a plan are not in it.
func (d *deployed) digest() string {
	text, _ := json.Marshal(d) // plain data always marshals; maps are sorted
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// isMissing reports whether a script has no code of ours yet.
func (d *deployed) isMissing(name string) bool {
	s := d.Scripts[name]
	return s == nil || s.Owner.Digest == placeholderDigest
}

// observe asks the edge about the scripts of the build, and about what else is of this project.
func observe(ctx context.Context, edge Edge, own owner, want *desired, parallel int) (*deployed, error) {
	found := &deployed{Scripts: map[string]*liveScript{}}
	var err error
	if found.Subdomain, err = edge.AccountSubdomain(ctx); err != nil {
		return nil, err
	}
	list, err := edge.Scripts(ctx)
	if err != nil {
		return nil, err
	}
	var wanted []string
	for _, listed := range list {
		whose := readOwner(listed.Tags)
		named := want.find(listed.Name) != nil
		if !named && (whose.isZero() || !whose.owns(own)) {
			continue
		}
		script := &liveScript{Owner: whose, extra: foreignTags(listed.Tags)}
		found.Scripts[listed.Name] = script
		if !whose.owns(own) {
			continue // the guard refuses it: there is nothing more to learn
		}
		if whose.Worker == "" {
			found.lock = readHolder(listed.Tags)
		}
		wanted = append(wanted, listed.Name)
	}
	return found, eachOf(ctx, wanted, parallel, func(ctx context.Context, name string) error {
		return found.Scripts[name].observe(ctx, edge, name)
	})
}

// defaultParallel is how many scripts are asked about at once.
const defaultParallel = 8

// eachOf calls do for each name, some at a time, until one fails.
func eachOf(ctx context.Context, names []string, parallel int, do func(context.Context, string) error) error {
	if parallel == 1 {
		for _, name := range names {
			if err := do(ctx, name); err != nil {
				return err
			}
		}
		return nil
	}
	if parallel == 0 {
		parallel = defaultParallel
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	places := make(chan struct{}, parallel)
	var waiting sync.WaitGroup
	for _, name := range names {
		places <- struct{}{}
		waiting.Go(func() {
			defer func() { <-places }()
			if ctx.Err() != nil {
				return
			}
			if err := do(ctx, name); err != nil {
				cancel(err) // the first one counts: the others end because of it
			}
		})
	}
	waiting.Wait()
	return context.Cause(ctx)
}

func (s *liveScript) observe(ctx context.Context, edge Edge, name string) error {
	var err error
	if s.Owner.Worker == "" {
		var service edgeapi.Service
		if service, err = edge.Service(ctx, name); err != nil {
			return err
		}
		s.MigrationTag = service.MigrationTag
	}
	if s.Secrets, err = edge.Secrets(ctx, name); err != nil {
		return err
	}
	if s.Crons, err = edge.Schedules(ctx, name); err != nil {
		return err
	}
	address, err := edge.Subdomain(ctx, name)
	s.HasAddress = address.Enabled
	slices.Sort(s.Secrets)
	slices.Sort(s.Crons)
	return err
}
