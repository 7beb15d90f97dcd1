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
	// goodTag names the deploys that succeeded last, on the app worker: a rollback from any machine skips the others.
	goodTag = "svc-succeeded="
)

// maxGood is the number of deploys in goodTag: with 3 ids of 25 characters, the tag has fewer than 100.
const maxGood = 3

// placeholderDigest is the digest of a placeholder script.
const placeholderDigest = "placeholder"

// owner identifies a script. It is stored in the script's tags, so that every machine can read the deployed state.
type owner struct {
	Project, Environment string
	// Worker is the user worker's name; "" for the app worker.
	Worker string
	Digest string
}

// isZero reports that svc did not create the script.
func (o owner) isZero() bool { return o.Project == "" }

// owns reports whether both belong to the same project and environment.
func (o owner) owns(other owner) bool {
	return o.Project == other.Project && o.Environment == other.Environment
}

func (o owner) String() string {
	return fmt.Sprintf("project %s, environment %s", o.Project, o.Environment)
}

// tags returns the tags of a script, with the lock if it is not nil.
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

// readOwner parses the tags of a script. It returns the zero owner for a script that svc did not create.
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

// holder identifies the holder of an environment's lock.
type holder struct {
	Deploy string    `json:"deploy"`
	Host   string    `json:"host"`
	PID    int       `json:"pid,omitempty"`
	Since  time.Time `json:"since"`
}

func (h holder) tag() string {
	return lockTag + h.Deploy + "@" + strconv.FormatInt(h.Since.Unix(), 10) + "@" + label(h.Host)
}

// readHolder returns the lock in a script's tags, or nil.
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
		seconds, _ := strconv.ParseInt(parts[1], 10, 64) // an invalid time counts as 1970
		return &holder{Deploy: parts[0], Since: time.Unix(seconds, 0).UTC(), Host: parts[2]}
	}
	return nil
}

// keptTags returns the tags that a deploy keeps: those that svc did not set, and goodTag.
func keptTags(tags []string) []string {
	return slices.DeleteFunc(slices.Clone(tags), func(tag string) bool {
		return tag == ownTag || strings.HasPrefix(tag, ownTag+"-") && !strings.HasPrefix(tag, goodTag)
	})
}

// readGood returns the ids in goodTag, the latest first.
func readGood(tags []string) []string {
	for _, tag := range tags {
		if ids, is := strings.CutPrefix(tag, goodTag); is && ids != "" {
			return strings.Split(ids, "@")
		}
	}
	return nil
}

// withGood returns the tags with another id in goodTag.
func withGood(tags []string, id string) []string {
	ids := append([]string{id}, slices.DeleteFunc(readGood(tags), func(other string) bool { return other == id })...)
	tags = slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return strings.HasPrefix(tag, goodTag) })
	return append(tags, goodTag+strings.Join(ids[:min(len(ids), maxGood)], "@"))
}

// withoutLock returns the tags without the lock.
func withoutLock(tags []string) []string {
	return slices.DeleteFunc(slices.Clone(tags), func(tag string) bool { return strings.HasPrefix(tag, lockTag) })
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
