// Package rollout moves the traffic of workers between two of their versions: a canary gets a share, and is promoted
// or aborted.
//
// What stands is known only to the edge platform, so another machine can end a canary. The package uploads nothing and
// decides nothing. Start at Find.
package rollout

import (
	"context"
	"fmt"
	"slices"

	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/lazyregexp"
)

// Edge is the used part of the edge platform's API, implemented by *edgeapi.Client.
type Edge interface {
	Scripts(ctx context.Context) ([]edgeapi.ListedScript, error)
	Service(ctx context.Context, script string) (edgeapi.Service, error)
	Versions(ctx context.Context, script string) ([]edgeapi.Version, error)
	Deployments(ctx context.Context, script string) ([]edgeapi.Deployment, error)
	Deploy(ctx context.Context, script, message string, shares ...edgeapi.Share) (edgeapi.Deployment, error)
	PatchScriptSettings(ctx context.Context, script string, settings edgeapi.ScriptSettings) error
}

// Canary is a new version of one worker beside the version before.
type Canary struct {
	Worker string `json:"worker"`
	Script string `json:"script"`
	// Old and New are ids of versions. Percent is the share of New.
	Old     string `json:"old"`
	New     string `json:"new"`
	Percent int    `json:"percent"`
	// Digest is that of New, for the script's tags; "" for unknown.
	Digest string `json:"-"`
}

// Standing are the canaries of an environment.
type Standing struct {
	// Deploy is the deploy that uploaded the new versions; "" if nothing stands.
	Deploy   string
	Canaries []Canary
	// Apps are the app workers of the environment. The first has the lock of the deploy.
	Apps []edgeapi.ListedScript
}

// Has reports whether a canary of a script stands.
func (s *Standing) Has(script string) bool {
	return slices.ContainsFunc(s.Canaries, func(c Canary) bool { return c.Script == script })
}

// MovedError reports that the traffic of a script is not where the canary left it: another deploy was there first.
type MovedError struct{ Script string }

func (e *MovedError) Error() string {
	return fmt.Sprintf("the traffic of script %q was moved by another deploy", e.Script)
}

// Message returns the annotation of a version that a deploy uploads for a canary.
func Message(deploy, digest string) string { return "svc deploy " + deploy + ", content " + digest }

var messageForm = lazyregexp.New(`^svc deploy \S+, content ([0-9a-f]{32})$`)

// IsCanary reports whether a deploy uploaded a version for a canary.
func IsCanary(v edgeapi.Version) bool { return messageForm().MatchString(v.Annotations.Message) }

// Find reads which workers of an environment have traffic on two versions. Only a version that a deploy uploaded
// counts as new.
func Find(ctx context.Context, edge Edge, own owner.Owner) (*Standing, error) {
	list, err := edge.Scripts(ctx)
	if err != nil {
		return nil, err
	}
	standing := &Standing{}
	for _, listed := range list {
		whose := owner.Read(listed.Tags)
		switch {
		case !whose.Owns(own):
		case whose.Worker == "":
			standing.Apps = append(standing.Apps, listed)
		default:
			if err := standing.add(ctx, edge, listed.Name, whose.Worker); err != nil {
				return nil, err
			}
		}
	}
	return standing, nil
}

// StandingError reports that a canary of an earlier deploy still has traffic.
type StandingError struct {
	Environment string
	Standing    *Standing
}

func (e *StandingError) Error() string {
	return fmt.Sprintf("a canary of deploy %s stands in %s", e.Standing.Deploy, e.Environment)
}

// Refuse returns a *StandingError if a canary stands in an environment. It has the lock until it is ended, so a user
// who waits for the lock waits forever.
func Refuse(ctx context.Context, edge Edge, own owner.Owner) error {
	standing, err := Find(ctx, edge, own)
	if err != nil || len(standing.Canaries) == 0 {
		return err
	}
	return &StandingError{own.Environment, standing}
}

func (s *Standing) add(ctx context.Context, edge Edge, script, worker string) error {
	deployments, err := edge.Deployments(ctx, script)
	if err != nil || len(deployments) == 0 || len(deployments[0].Versions) != 2 {
		return err
	}
	versions, err := edge.Versions(ctx, script)
	if err != nil {
		return err
	}
	found := Canary{Worker: worker, Script: script}
	newest := edgeapi.Version{}
	for _, share := range deployments[0].Versions {
		at := slices.IndexFunc(versions, func(v edgeapi.Version) bool { return v.ID == share.VersionID })
		if at >= 0 && versions[at].Number > newest.Number {
			newest, found.Percent = versions[at], share.Percentage
		}
	}
	digest := messageForm().FindStringSubmatch(newest.Annotations.Message)
	if digest == nil {
		return nil // of another tool
	}
	for _, share := range deployments[0].Versions {
		if share.VersionID != newest.ID {
			found.Old = share.VersionID
		}
	}
	found.New, found.Digest = newest.ID, digest[1]
	s.Deploy = max(s.Deploy, newest.Annotations.Tag)
	s.Canaries = append(s.Canaries, found)
	return nil
}

// Hold gives the new version its share.
func (c Canary) Hold(ctx context.Context, edge Edge, message string) error {
	return c.move(ctx, edge, message, edgeapi.Share{VersionID: c.New, Percentage: c.Percent}, edgeapi.Share{
		VersionID: c.Old, Percentage: 100 - c.Percent,
	})
}

// Promote gives the new version all traffic, and notes its digest in the script's tags, so that the next deploy knows
// what is live.
func (c Canary) Promote(ctx context.Context, edge Edge, message string) error {
	if err := c.move(ctx, edge, message, edgeapi.Share{VersionID: c.New, Percentage: 100}); err != nil {
		return err
	}
	service, err := edge.Service(ctx, c.Script)
	if err != nil {
		return err
	}
	whose := owner.Read(service.Tags)
	if whose.Digest == c.Digest {
		return nil
	}
	whose.Digest = c.Digest
	return edge.PatchScriptSettings(ctx, c.Script, edgeapi.ScriptSettings{
		Tags: append(whose.Tags(nil), owner.Kept(service.Tags)...),
	})
}

// Abort gives all traffic back to the old version.
func (c Canary) Abort(ctx context.Context, edge Edge, message string) error {
	return c.move(ctx, edge, message, edgeapi.Share{VersionID: c.Old, Percentage: 100})
}

// Check returns a *MovedError if the two versions do not share the traffic any more: another deploy has moved it, or
// the canary was ended by hand.
func (c Canary) Check(ctx context.Context, edge Edge) error {
	live, err := c.current(ctx, edge)
	if err == nil && len(live) != 2 {
		return &MovedError{c.Script}
	}
	return err
}

// move deploys shares unless they are live. Repeating it is safe.
func (c Canary) move(ctx context.Context, edge Edge, message string, shares ...edgeapi.Share) error {
	live, err := c.current(ctx, edge)
	if err != nil || isLive(live, shares) {
		return err
	}
	if _, err = edge.Deploy(ctx, c.Script, message, shares...); err == nil || !edgeapi.IsInDoubt(err) {
		return err
	}
	if live, lookErr := c.current(ctx, edge); lookErr == nil && isLive(live, shares) {
		return nil // it took effect; only the response was lost
	}
	return err
}

// current returns the shares of the live deployment, which must be of the two versions only.
func (c Canary) current(ctx context.Context, edge Edge) ([]edgeapi.Share, error) {
	deployments, err := edge.Deployments(ctx, c.Script)
	if err != nil {
		return nil, err
	}
	if len(deployments) == 0 {
		return nil, &MovedError{c.Script}
	}
	for _, share := range deployments[0].Versions {
		if share.VersionID != c.Old && share.VersionID != c.New {
			return nil, &MovedError{c.Script}
		}
	}
	return deployments[0].Versions, nil
}

// isLive compares shares in any order.
func isLive(live, want []edgeapi.Share) bool {
	return len(live) == len(want) &&
		!slices.ContainsFunc(want, func(s edgeapi.Share) bool { return !slices.Contains(live, s) })
}
