// Fingers pull the sidebar out from the edge of the page, and push it back.

import { narrow, showSidebar, sidebarShown } from "../shared/layout.js";

/** How near to the edge a pull begins, and how far it goes, in pixels. */
const edge = 28;
const far = 56;

/** Listens until the returned function is called. */
export function listenForSwipes(): () => void {
  let from: { x: number; y: number } | null = null;
  const begin = (event: TouchEvent) => {
    const touch = event.touches.length === 1 ? event.touches[0] : undefined;
    from = touch !== undefined && narrow.peek() && (sidebarShown.peek() || inset(touch.clientX) < edge) ? { x: touch.clientX, y: touch.clientY } : null;
  };
  const end = (event: TouchEvent) => {
    const touch = event.changedTouches[0];
    if (from === null || touch === undefined) return;
    const pulled = inset(touch.clientX) - inset(from.x);
    if (Math.abs(pulled) < far || Math.abs(touch.clientY - from.y) > Math.abs(pulled)) return;
    showSidebar(pulled > 0);
  };
  const listeners = new AbortController();
  const options = { passive: true, signal: listeners.signal };
  addEventListener("touchstart", begin, options);
  addEventListener("touchend", end, options);
  return () => listeners.abort();
}

/** The distance from the edge where lines begin. */
function inset(x: number): number {
  return document.dir === "rtl" ? innerWidth - x : x;
}
