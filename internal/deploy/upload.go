// This file makes the uploads of scripts and of the placeholders that stand in for them.

package deploy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/appsvc/svc/codegen/edge"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
)

// placeholderNote marks the version of a placeholder: no rollback goes back to it.
const placeholderNote = "svc placeholder"

func (d *session) uploadPlaceholder(ctx context.Context, s *target) (string, error) {
	own := d.ownerOf(s)
	own.Digest = placeholderDigest
	done, err := d.Edge.Upload(ctx, s.Name, edgeapi.Upload{
		Metadata: edgeapi.Metadata{
			MainModule: edge.MainModule, CompatibilityDate: s.CompatibilityDate, Bindings: []edgeapi.Binding{},
			Tags: own.tags(nil), Annotations: &edgeapi.Annotations{Message: placeholderNote},
		},
		Modules: []edgeapi.Module{{Name: edge.MainModule, Type: edgeapi.ModuleESM, Text: []byte(edge.PlaceholderCode)}},
	})
	return done.VersionID, err
}

func (d *session) ownerOf(s *target) owner {
	own := d.own
	own.Worker, own.Digest = s.Worker, s.digest
	return own
}

// extraTags are those that others have given a script: they stay.
func (d *session) extraTags(script string) []string {
	if live := d.found.Scripts[script]; live != nil {
		return live.extra
	}
	return nil
}

// upload uploads a script. After a broken connection the platform is asked whether classes were migrated: the
// same step is refused twice.
func (d *session) upload(ctx context.Context, s *target) (string, error) {
	tag := ""
	if live := d.found.Scripts[s.Name]; live != nil {
		tag = live.MigrationTag
	}
	for attempt := 1; ; attempt++ {
		upload, err := d.uploadOf(s, tag)
		if err != nil {
			return "", err
		}
		done, err := d.Edge.Upload(ctx, s.Name, upload)
		if err == nil {
			return done.VersionID, nil
		}
		if upload.Metadata.Migrations == nil || !isInDoubt(err) || attempt > 1 {
			return "", err
		}
		service, lookErr := d.Edge.Service(ctx, s.Name)
		if lookErr != nil {
			return "", err
		}
		if readOwner(service.Tags) == d.ownerOf(s) {
			return "", nil // it took effect, and only the answer was lost
		}
		tag = service.MigrationTag
	}
}

// isInDoubt reports whether a call may have taken effect though it failed.
func isInDoubt(err error) bool {
	var broken *edgeapi.UnreachableError
	var told *edgeapi.Error
	return errors.As(err, &broken) || errors.As(err, &told) && told.Status >= 500
}

// uploadOf is the upload of a script whose classes are at a tag.
func (d *session) uploadOf(s *target, tag string) (edgeapi.Upload, error) {
	s.SetDeployID(d.id)
	migrations, err := migrationsOf(s.Script, tag)
	if err != nil {
		return edgeapi.Upload{}, err
	}
	var lock *holder
	if s.IsApp() {
		lock = d.me
	}
	upload := edgeapi.Upload{
		Metadata: edgeapi.Metadata{
			MainModule: edge.MainModule, CompatibilityDate: s.CompatibilityDate, CompatibilityFlags: s.Flags,
			Bindings: d.bindings(s), KeepBindings: append(
				edgeapi.KeepSecrets(), edgeapi.BindingText, edgeapi.BindingJSON,
			), // as keep_vars of wrangler.jsonc
			Migrations: migrations, Observability: &edgeapi.Observability{Enabled: true}, Tags: append(
				d.ownerOf(s).tags(lock), d.extraTags(s.Name)...,
			),
			Annotations: &edgeapi.Annotations{Message: "svc deploy " + d.id, Tag: d.id},
		},
	}
	for _, module := range s.Modules {
		upload.Modules = append(upload.Modules, edgeapi.Module{Name: module.Name, Type: edgeapi.ModuleESM, Text: module.Text})
	}
	if s.SourceMap != nil {
		upload.Modules = append(upload.Modules, edgeapi.Module{
			Name: edge.SourceMapModule, Type: edgeapi.ModuleSourceMap, Text: s.SourceMap,
		})
	}
	return upload, nil
}

// bindings are those of the build, and secrets that the script does not have yet. What it has stays.
func (d *session) bindings(s *target) []edgeapi.Binding {
	bindings := []edgeapi.Binding{}
	for _, b := range s.Bindings {
		switch b.Kind {
		case edge.Var:
			if b.Value != "" {
				bindings = append(bindings, edgeapi.Text(b.Name, b.Value))
			}
		case edge.Actors:
			bindings = append(bindings, edgeapi.Binding{
				Type: edgeapi.BindingActors, Name: b.Name, ClassName: b.Class, ScriptName: b.Script,
			})
		case edge.Service:
			bindings = append(bindings, edgeapi.Binding{
				Type: edgeapi.BindingService, Name: b.Name, Service: b.Script, Entrypoint: b.Entrypoint,
			})
		case edge.Secret: // below
		}
	}
	for _, name := range sortedKeys(d.values[s.Name]) {
		bindings = append(bindings, edgeapi.Secret(name, d.values[s.Name][name]))
	}
	return bindings
}

// setSecrets sets what a script misses whose code stays.
func (d *session) setSecrets(ctx context.Context, s *target) error {
	values := d.values[s.Name]
	for names := range slices.Chunk(sortedKeys(values), edgeapi.MaxSecretChanges) {
		some := map[string]*string{}
		for _, name := range names {
			value := values[name]
			some[name] = &value
		}
		if err := d.Edge.PatchSecrets(ctx, s.Name, some); err != nil {
			return err
		}
	}
	return nil
}

func (d *session) turnOn(ctx context.Context, script string) error {
	return d.Edge.SetSubdomain(ctx, script, edgeapi.Subdomain{Enabled: true})
}

// migrationsOf are the steps after a tag in the API's form; nil for none.
func migrationsOf(s *edge.Script, tag string) (*edgeapi.Migrations, error) {
	pending, err := pendingMigrations(s, tag)
	if err != nil || len(pending) == 0 {
		return nil, err
	}
	migrations := &edgeapi.Migrations{OldTag: tag, NewTag: pending[len(pending)-1].Tag}
	for _, step := range pending {
		migrations.Steps = append(migrations.Steps, edgeapi.MigrationStep{
			NewSQLiteClasses: step.New, DeletedClasses: step.Deleted,
		})
	}
	return migrations, nil
}

// HealthError says that a worker does not come up.
type HealthError struct {
	Script, Origin string
	Err            error
}

func (e *HealthError) Error() string {
	return fmt.Sprintf("%s does not come up at %s: %v", cmp.Or(e.Script, "a worker"), e.Origin, e.Err)
}

func (e *HealthError) Unwrap() error { return e.Err }

func (d *session) probe(ctx context.Context, script, origin string) error {
	err := d.Health.Probe(ctx, origin)
	if err == nil || ctx.Err() != nil {
		return err
	}
	return &HealthError{script, origin, err}
}
