// Package owner identifies who owns a deployed script, by its tags, and who may change an environment, by its locks.
//
// It does not know plans or the platforms' APIs. Start at Owner and Take.
package owner

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Tags of a script.
const (
	ownTag     = "svc"
	projectTag = "svc-project="
	environTag = "svc-env="
	workerTag  = "svc-worker="
	appTag     = "svc-app"
	DigestTag  = "svc-digest="
	LockTag    = "svc-lock="
	// GoodTag names the deploys that succeeded last, on the app worker: a rollback from any machine skips the others.
	GoodTag = "svc-succeeded="
)

// maxGood is the number of deploys in GoodTag: with 3 ids of 25 characters, the tag has fewer than 100.
const maxGood = 3

const (
	// PlaceholderDigest is the digest of a placeholder script.
	PlaceholderDigest = "placeholder"
	// PlaceholderNote marks the version of a placeholder, which a rollback never restores.
	PlaceholderNote = "svc placeholder"
)

// Owner identifies a script. It is stored in the script's tags, so that every machine can read the deployed state.
type Owner struct {
	Project, Environment string
	// Worker is the user worker's name; "" for the app worker.
	Worker string
	Digest string
}

// IsZero reports that svc did not create the script.
func (o Owner) IsZero() bool { return o.Project == "" }

// Owns reports whether both belong to the same project and environment.
func (o Owner) Owns(other Owner) bool {
	return o.Project == other.Project && o.Environment == other.Environment
}

func (o Owner) String() string {
	return fmt.Sprintf("project %s, environment %s", o.Project, o.Environment)
}

// Tags returns the tags of a script, with the lock if it is not nil.
func (o Owner) Tags(lock *Holder) []string {
	tags := []string{ownTag, projectTag + o.Project, environTag + o.Environment}
	if o.Worker == "" {
		tags = append(tags, appTag)
	} else {
		tags = append(tags, workerTag+o.Worker)
	}
	tags = append(tags, DigestTag+o.Digest)
	if lock != nil {
		tags = append(tags, lock.Tag())
	}
	return tags
}

// Read parses the tags of a script. It returns the zero owner for a script that svc did not create.
func Read(tags []string) Owner {
	var o Owner
	if !slices.Contains(tags, ownTag) {
		return o
	}
	for _, tag := range tags {
		name, value, _ := strings.Cut(tag, "=")
		switch name + "=" {
		case projectTag:
			o.Project = value
		case environTag:
			o.Environment = value
		case workerTag:
			o.Worker = value
		case DigestTag:
			o.Digest = value
		}
	}
	return o
}

// Work is what the holder of a lock does.
type Work string

// Deploying is the work of a holder that names none.
const (
	Deploying   Work = ""
	RollingBack Work = "rollback"
	Removing    Work = "removal"
	Rotating    Work = "rotation"
	Promoting   Work = "promotion"
)

// String is its word in messages.
func (w Work) String() string { return cmp.Or(string(w), "deploy") }

// Holder identifies the holder of an environment's lock.
type Holder struct {
	Work   Work      `json:"work,omitempty"`
	Deploy string    `json:"deploy"`
	Host   string    `json:"host"`
	PID    int       `json:"pid,omitempty"`
	Since  time.Time `json:"since"`
}

func (h Holder) Tag() string {
	tag := LockTag + h.Deploy + "@" + strconv.FormatInt(h.Since.Unix(), 10) + "@" + label(h.Host)
	if h.Work != Deploying {
		tag += "@" + string(h.Work)
	}
	return tag
}

// ReadHolder returns the lock in a script's tags, or nil.
func ReadHolder(tags []string) *Holder {
	for _, tag := range tags {
		value, is := strings.CutPrefix(tag, LockTag)
		if !is {
			continue
		}
		parts := strings.SplitN(value, "@", 4)
		if len(parts) < 3 {
			return &Holder{Deploy: value}
		}
		seconds, _ := strconv.ParseInt(parts[1], 10, 64) // an invalid time counts as 1970
		held := &Holder{Deploy: parts[0], Since: time.Unix(seconds, 0).UTC(), Host: parts[2]}
		if len(parts) == 4 {
			held.Work = Work(parts[3])
		}
		return held
	}
	return nil
}

// Kept returns the tags that a deploy keeps: those that svc did not set, and GoodTag.
func Kept(tags []string) []string {
	return slices.DeleteFunc(slices.Clone(tags), func(tag string) bool {
		return tag == ownTag || strings.HasPrefix(tag, ownTag+"-") && !strings.HasPrefix(tag, GoodTag)
	})
}

// Good returns the ids in GoodTag, the latest first.
func Good(tags []string) []string {
	for _, tag := range tags {
		if ids, is := strings.CutPrefix(tag, GoodTag); is && ids != "" {
			return strings.Split(ids, "@")
		}
	}
	return nil
}

// WithGood returns the tags with another id in GoodTag.
func WithGood(tags []string, id string) []string {
	ids := append([]string{id}, slices.DeleteFunc(Good(tags), func(other string) bool { return other == id })...)
	tags = slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return strings.HasPrefix(tag, GoodTag) })
	return append(tags, GoodTag+strings.Join(ids[:min(len(ids), maxGood)], "@"))
}

// WithoutLock returns the tags without the lock.
func WithoutLock(tags []string) []string {
	return slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return strings.HasPrefix(tag, LockTag) })
}

// label converts a name to a part of a tag: at most 40 letters, digits, dots and hyphens.
func label(name string) string {
	fit := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '-'
	}, name)
	return fit[:min(len(fit), 40)]
}

// Has reports whether svc deployed a script with these tags for a project and environment.
func Has(tags []string, project, environment string) bool {
	return Read(tags).Owns(Owner{Project: project, Environment: environment}) && project != ""
}
