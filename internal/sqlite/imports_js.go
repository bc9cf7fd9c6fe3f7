package sqlite

import "unsafe"

// The functions of SQLite's module, by the signatures that they have in
// WebAssembly: another one would keep the core from being loaded. Addresses are
// those of SQLite's memory; unsafe.Pointer is one of ours.

//go:wasmimport sqlite sqlite3_open_v2
func sqliteOpen(name, handle uint32, flags int32, vfs uint32) int32

//go:wasmimport sqlite sqlite3_close_v2
func sqliteClose(db uint32) int32

//go:wasmimport sqlite sqlite3_extended_result_codes
func sqliteExtendedCodes(db uint32, on int32) int32

//go:wasmimport sqlite sqlite3__wasm_db_config_ip
func sqliteConfig(db uint32, option, on int32, result uint32) int32

//go:wasmimport sqlite sqlite3_limit
func sqliteLimit(db uint32, limit, most int32) int32

//go:wasmimport sqlite sqlite3_errmsg
func sqliteErrorText(db uint32) uint32

//go:wasmimport sqlite sqlite3_exec
func sqliteExec(db, sql, callback, argument, message uint32) int32

//go:wasmimport sqlite sqlite3_prepare_v3
func sqlitePrepare(db, sql uint32, size, flags int32, handle, tail uint32) int32

//go:wasmimport sqlite sqlite3_step
func sqliteStep(stmt uint32) int32

//go:wasmimport sqlite sqlite3_reset
func sqliteReset(stmt uint32) int32

//go:wasmimport sqlite sqlite3_finalize
func sqliteFinalize(stmt uint32) int32

//go:wasmimport sqlite sqlite3_bind_parameter_count
func sqliteParameters(stmt uint32) int32

//go:wasmimport sqlite sqlite3_bind_null
func sqliteBindNull(stmt uint32, n int32) int32

//go:wasmimport sqlite sqlite3_bind_int64
func sqliteBindInt64(stmt uint32, n int32, value int64) int32

//go:wasmimport sqlite sqlite3_bind_double
func sqliteBindDouble(stmt uint32, n int32, value float64) int32

//go:wasmimport sqlite sqlite3_bind_text
func sqliteBindText(stmt uint32, n int32, at uint32, size int32, destructor uint32) int32

//go:wasmimport sqlite sqlite3_bind_blob
func sqliteBindBlob(stmt uint32, n int32, at uint32, size int32, destructor uint32) int32

//go:wasmimport sqlite sqlite3_bind_zeroblob
func sqliteBindZeroBlob(stmt uint32, n, size int32) int32

//go:wasmimport sqlite sqlite3_column_count
func sqliteColumns(stmt uint32) int32

//go:wasmimport sqlite sqlite3_column_name
func sqliteColumnName(stmt uint32, column int32) uint32

//go:wasmimport sqlite sqlite3_column_type
func sqliteColumnType(stmt uint32, column int32) int32

//go:wasmimport sqlite sqlite3_column_int64
func sqliteColumnInt64(stmt uint32, column int32) int64

//go:wasmimport sqlite sqlite3_column_double
func sqliteColumnDouble(stmt uint32, column int32) float64

//go:wasmimport sqlite sqlite3_column_text
func sqliteColumnText(stmt uint32, column int32) uint32

//go:wasmimport sqlite sqlite3_column_blob
func sqliteColumnBlob(stmt uint32, column int32) uint32

//go:wasmimport sqlite sqlite3_column_bytes
func sqliteColumnBytes(stmt uint32, column int32) int32

//go:wasmimport sqlite sqlite3_last_insert_rowid
func sqliteLastID(db uint32) int64

//go:wasmimport sqlite sqlite3_changes
func sqliteChanges(db uint32) int32

//go:wasmimport sqlite sqlite3_get_autocommit
func sqliteAutocommit(db uint32) int32

//go:wasmimport sqlite sqlite3_serialize
func sqliteSerialize(db, schema, size uint32, flags int32) uint32

//go:wasmimport sqlite sqlite3_deserialize
func sqliteDeserialize(db, schema, at uint32, size, room int64, flags int32) int32

//go:wasmimport sqlite sqlite3_malloc64
func sqliteMalloc(size int64) uint32

//go:wasmimport sqlite sqlite3_free
func sqliteFree(at uint32)

// What the host adds: copies between the memories, and what only it knows.

//go:wasmimport sqlitehost copy_in
func hostCopyIn(to uint32, from unsafe.Pointer, size int32)

//go:wasmimport sqlitehost copy_out
func hostCopyOut(to unsafe.Pointer, from uint32, size int32)

//go:wasmimport sqlitehost length
func hostLength(at uint32) int32

//go:wasmimport sqlitehost guard
func hostGuard(db uint32, flag int32, deadline float64)

//go:wasmimport sqlitehost unguard
func hostUnguard(db uint32)

//go:wasmimport sqlitehost storage_full
func hostStorageFull() int32
