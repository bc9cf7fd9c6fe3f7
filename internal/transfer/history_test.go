package transfer_test

import (
	"context"

	"burrow/internal/store/storetest"
)

var ctx = context.Background()

const clock = storetest.Clock

var (
	open             = storetest.Open
	openWith         = storetest.OpenWith
	database         = storetest.Database
	newSession       = storetest.NewSession
	say              = storetest.Say
	sayAt            = storetest.SayAt
	contents         = storetest.Contents
	requireWhole     = storetest.RequireWhole
	export           = storetest.Export
	requireRoundTrip = storetest.RequireRoundTrip
	requirePlain     = storetest.RequirePlain
	sample           = storetest.Sample
	damage           = storetest.Damage
	file             = storetest.File
	image            = storetest.Image
)
