/**
 * Does something when what was just changed has been drawn, and before any key or click
 * that comes next: a focus that moves a frame later lets letters go astray. Drawing is a
 * microtask; the second one comes after it even if an effect of the change asks.
 */
export function whenDrawn(act: () => void): void {
  queueMicrotask(() => queueMicrotask(act));
}
