// What every request to the local program carries.

import { saved } from "./saved.js";

/** Where the token is saved. */
export const tokenKey = "token";

export const authorization = () => ({ Authorization: `Bearer ${saved(tokenKey) ?? ""}` });
