package deploy

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"sync"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploy/port"
)

// deployed is the deployed state of one environment. It is read from the platforms only, never from local files, so
// that another machine makes the same plan.
type deployed struct {
	Subdomain string
	// Scripts maps names to the scripts of the build and other scripts of this project and environment.
	Scripts map[string]*liveScript
	CRM     liveProject
	// lock is the remote lock on the app worker, or nil.
	lock *owner.Holder
}

// liveScript is a deployed script.
type liveScript struct {
	Owner        owner.Owner
	MigrationTag string
	Crons        []string
	Secrets      []string
	HasAddress   bool
	// extra are the tags to keep.
	extra []string
	// content is read of scripts that the build changes.
	content deployedScript
}

// digest returns a digest of the state, without the lock and the parts that do not affect a plan.
func (d *deployed) digest() string {
	text, _ := json.Marshal(d) // plain data always marshals; maps are sorted
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// isMissing reports whether a script does not exist or is a placeholder.
func (d *deployed) isMissing(name string) bool {
	s := d.Scripts[name]
	return s == nil || s.Owner.Digest == owner.PlaceholderDigest
}

// appWorker returns the name of the first app worker; "" for none.
func (d *deployed) appWorker() string {
	for _, name := range sortedKeys(d.Scripts) {
		if d.Scripts[name].Owner.Worker == "" {
			return name
		}
	}
	return ""
}

// observe reads the build's scripts and the project's other scripts from the edge.
func observe(ctx context.Context, edge port.Edge, own owner.Owner, want *desired, parallel int) (*deployed, error) {
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
		whose := owner.Read(listed.Tags)
		named := want.find(listed.Name) != nil
		if !named && (whose.IsZero() || !whose.Owns(own)) {
			continue
		}
		script := &liveScript{Owner: whose, extra: owner.Kept(listed.Tags)}
		found.Scripts[listed.Name] = script
		if !whose.Owns(own) {
			continue // the guard refuses it anyway
		}
		if whose.Worker == "" {
			found.lock = owner.ReadHolder(listed.Tags)
		}
		wanted = append(wanted, listed.Name)
	}
	return found, eachOf(ctx, wanted, parallel, func(ctx context.Context, name string) error {
		return found.Scripts[name].observe(ctx, edge, name)
	})
}

// defaultParallel is the default number of scripts to read concurrently.
const defaultParallel = 8

// eachOf calls do for each name with bounded concurrency, until one fails.
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
	slots := make(chan struct{}, parallel)
	var waiting sync.WaitGroup
	for _, name := range names {
		slots <- struct{}{}
		waiting.Go(func() {
			defer func() { <-slots }()
			if ctx.Err() != nil {
				return
			}
			if err := do(ctx, name); err != nil {
				cancel(err) // the first error ends the others
			}
		})
	}
	waiting.Wait()
	return context.Cause(ctx)
}

func (s *liveScript) observe(ctx context.Context, edge port.Edge, name string) error {
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
