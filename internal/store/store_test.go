package store_test

import (
	"context"

	"burrow/internal/store/storetest"
)

var ctx = context.Background()

const clock = storetest.Clock

var (
	open             = storetest.Open
	openWith         = storetest.OpenWith
	newSession       = storetest.NewSession
	say              = storetest.Say
	contents         = storetest.Contents
	requireWhole     = storetest.RequireWhole
	requireRoundTrip = storetest.RequireRoundTrip
	file             = storetest.File
	image            = storetest.Image
	export           = storetest.Export
)
