package main

import (
	"io/fs"
	"testing"

	"burrow/internal/demo"

	"github.com/stretchr/testify/require"
)

// What is committed is what the description says.
func TestFilesAreUpToDate(t *testing.T) {
	for name, want := range generate() {
		have, err := fs.ReadFile(demo.Files(), name)
		require.NoError(t, err)
		require.Equal(t, string(want), string(have), "%s: run make gen", name)
	}
	require.Equal(t, demo.Relationships, declared())
}

func TestModelsAreSequelizes(t *testing.T) {
	text := string(generate()["models/crew.js"])
	for _, want := range []string{
		"const Crew = sequelize.define('crew', {",
		"id: { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true },",
		"Crew.belongsTo(models.workOrder, { foreignKey: 'workOrderId', as: 'workOrder' });",
		"Crew.hasMany(models.employeeCrew, { foreignKey: 'crewId', as: 'employeeCrews' });",
		"Crew.hasMany(models.note, { foreignKey: 'entityId', as: 'entityNotes', constraints: false, scope: { entityType: 'crew' } });",
	} {
		require.Contains(t, text, want)
	}
}
