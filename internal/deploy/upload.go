package deploy

import (
	"context"
	"slices"

	"github.com/appsvc/svc/internal/codegen/edge"
	"github.com/appsvc/svc/internal/deploy/edgeapi"
	"github.com/appsvc/svc/internal/deploy/owner"
	"github.com/appsvc/svc/internal/deploymap"
)

func (d *session) uploadPlaceholder(ctx context.Context, s *target) (string, error) {
	own := d.ownerOf(s)
	own.Digest = owner.PlaceholderDigest
	done, err := d.Edge.Upload(ctx, s.Name, edgeapi.Upload{
		Metadata: edgeapi.Metadata{
			MainModule: edge.MainModule, CompatibilityDate: s.CompatibilityDate, Bindings: []edgeapi.Binding{},
			Tags: own.Tags(nil), Annotations: &edgeapi.Annotations{Message: owner.PlaceholderNote},
		},
		Modules: []edgeapi.Module{{Name: edge.MainModule, Type: edgeapi.ModuleESM, Text: []byte(edge.PlaceholderCode)}},
	})
	return done.VersionID, err
}

func (d *session) ownerOf(s *target) owner.Owner {
	own := d.own
	own.Worker, own.Digest = s.Worker, s.digest
	return own
}

// extraTags returns the tags to keep.
func (d *session) extraTags(script string) []string {
	if live := d.found.Scripts[script]; live != nil {
		return live.extra
	}
	return nil
}

// upload uploads a script. After an ambiguous error it reads which migrations were applied, because the platform
// refuses to apply one twice.
func (d *session) upload(ctx context.Context, s *target) (string, error) {
	if err := d.keepMap(s); err != nil {
		return "", err
	}
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
		if upload.Metadata.Migrations == nil || !edgeapi.IsInDoubt(err) || attempt > 1 {
			return "", err
		}
		service, lookErr := d.Edge.Service(ctx, s.Name)
		if lookErr != nil {
			return "", err
		}
		if owner.Read(service.Tags) == d.ownerOf(s) {
			return "", nil // it took effect; only the response was lost
		}
		tag = service.MigrationTag
	}
}

// keepMap keeps the source map of a user worker under the id of this deploy.
func (d *session) keepMap(s *target) error {
	if s.SourceMap == nil {
		return nil
	}
	kept, err := deploymap.NewMap(s.SourceMap, d.want.output.Digests)
	if err != nil {
		return err
	}
	return deploymap.Keep(d.Dir, deploymap.Upload{Worker: s.Worker, Environment: d.Environment, Deploy: d.id}, kept)
}

// uploadOf returns the upload of a script whose last applied migration is tag.
func (d *session) uploadOf(s *target, tag string) (edgeapi.Upload, error) {
	s.SetDeployID(d.id)
	migrations, err := migrationsOf(s.Script, tag)
	if err != nil {
		return edgeapi.Upload{}, err
	}
	var lock *owner.Holder
	if s.IsApp() {
		lock = &d.mark.Me
	}
	upload := edgeapi.Upload{
		Metadata: edgeapi.Metadata{
			MainModule: edge.MainModule, CompatibilityDate: s.CompatibilityDate, CompatibilityFlags: s.Flags,
			Bindings: d.bindings(s),
			// As keep_vars of wrangler.jsonc.
			KeepBindings: append(edgeapi.KeepSecrets(), edgeapi.BindingText, edgeapi.BindingJSON),
			Migrations:   migrations, Observability: &edgeapi.Observability{Enabled: true},
			Tags:        append(d.ownerOf(s).Tags(lock), d.extraTags(s.Name)...),
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

// bindings returns the build's bindings and the secrets to upload. The script keeps its other secrets.
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

// setSecrets uploads the missing secrets of a script whose code is unchanged. If its newest version has no traffic, the
// platform changes no secrets, so the script is uploaded with them.
func (d *session) setSecrets(ctx context.Context, s *target) error {
	values := d.values[s.Name]
	for names := range slices.Chunk(sortedKeys(values), edgeapi.MaxSecretChanges) {
		some := map[string]*string{}
		for _, name := range names {
			value := values[name]
			some[name] = &value
		}
		err := d.Edge.PatchSecrets(ctx, s.Name, some)
		if edgeapi.IsCode(err, edgeapi.CodeVersionNotDeployed) {
			_, err = d.upload(ctx, s)
			return err
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// enableAddress enables the script's workers.dev address.
func (d *session) enableAddress(ctx context.Context, script string) error {
	return d.Edge.SetSubdomain(ctx, script, edgeapi.Subdomain{Enabled: true})
}

// migrationsOf returns the migrations after a tag in the API's form, or nil.
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
