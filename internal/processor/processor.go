// Package processor tells how much processor time a process has used. Limits of code count processor time where they
// can, so that a busy machine or a suspended process does not end code that is sound.
package processor
