// This file says whose a script is: every upload of svc carries tags that name project, environment, worker and
// a digest of the content. They are how another machine learns what is deployed.

package deploy

import (
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
	digestTag  = "svc-digest="
	lockTag    = "svc-lock="
)

// placeholderDigest is the digest of a script that stands in for a worker until its code is uploaded.
const placeholderDigest = "placeholder"

// owner is whose a script is.
type owner struct {
	Project, Environment string
	// Worker is the user worker's name; "" for the app worker.
	Worker string
	Digest string
}

// isZero reports whether a script was not made by svc at all.
func (o owner) isZero() bool { return o.Project == "" }

// owns reports whether both are of one project and environment.
func (o owner) owns(other owner) bool {
	return o.Project == other.Project && o.Environment == other.Environment
}

func (o owner) String() string {
	return fmt.Sprintf("project %s, environment %s", o.Project, o.Environment)
}

// tags are the tags of a script, with its lock when there is one.
func (o owner) tags(lock *holder) []string {
	tags := []string{ownTag, projectTag + o.Project, environTag + o.Environment}
	if o.Worker == "" {
		tags = append(tags, appTag)
	} else {
		tags = append(tags, workerTag+o.Worker)
	}
	tags = append(tags, digestTag+o.Digest)
	if lock != nil {
		tags = append(tags, lock.tag())
	}
	return tags
}

// readOwner reads the tags of a script; the zero owner when svc has not made it.
func readOwner(tags []string) owner {
	var o owner
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
		case digestTag:
			o.Digest = value
		}
	}
	return o
}

// holder is who holds the lock of an environment.
type holder struct {
	Deploy string    `json:"deploy"`
	Host   string    `json:"host"`
	PID    int       `json:"pid,omitempty"`
	Since  time.Time `json:"since"`
}

func (h holder) tag() string {
	return lockTag + h.Deploy + "@" + strconv.FormatInt(h.Since.Unix(), 10) + "@" + label(h.Host)
}

// readHolder finds the lock among the tags of a script; nil for none.
func readHolder(tags []string) *holder {
	for _, tag := range tags {
		value, is := strings.CutPrefix(tag, lockTag)
		if !is {
			continue
		}
		parts := strings.SplitN(value, "@", 3)
		if len(parts) != 3 {
			return &holder{Deploy: value}
		}
		seconds, _ := strconv.ParseInt(parts[1], 10, 64) // what is no time is long ago
		return &holder{Deploy: parts[0], Since: time.Unix(seconds, 0).UTC(), Host: parts[2]}
	}
	return nil
}

// foreignTags are the tags that svc has not given.
func foreignTags(tags []string) []string {
	return slices.DeleteFunc(
		slices.Clone(tags), func(tag string) bool { return tag == ownTag || strings.HasPrefix(tag, ownTag+"-") },
	)
}

// withoutLock are the tags that do not come and go with deploys.
func withoutLock(tags []string) []string {
	return slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return strings.HasPrefix(tag, lockTag) })
}

// label is a name as a part of a tag: short, and of letters, digits, dots and hyphens.
func label(name string) string {
	fit := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '-'
	}, name)
	return fit[:min(len(fit), 40)]
}
