package account

// Kinds of changes.
const (
	Creation          = "creation"
	Deletion          = "deletion"
	Merging           = "merge"
	PropertyChange    = "propertyChange"
	AssociationChange = "associationChange"
)

// Change is one change of a record. Its JSON form is a part of a webhook event.
type Change struct {
	Kind   string      `json:"-"`
	Type   *ObjectType `json:"-"`
	Record *Record     `json:"-"`

	ChangeFlag    string  `json:"changeFlag,omitempty"`
	PropertyName  string  `json:"propertyName,omitempty"`
	PropertyValue *string `json:"propertyValue,omitempty"`

	PrimaryObjectID         int64   `json:"primaryObjectId,omitempty"`
	MergedObjectIDs         []int64 `json:"mergedObjectIds,omitempty"`
	NewObjectID             int64   `json:"newObjectId,omitempty"`
	NumberOfPropertiesMoved *int    `json:"numberOfPropertiesMoved,omitempty"`

	AssociationType      string `json:"associationType,omitempty"`
	FromObjectID         int64  `json:"fromObjectId,omitempty"`
	ToObjectID           int64  `json:"toObjectId,omitempty"`
	AssociationRemoved   *bool  `json:"associationRemoved,omitempty"`
	IsPrimaryAssociation *bool  `json:"isPrimaryAssociation,omitempty"`
}
