/** Milliseconds that passed, and counts. */
export interface Figures {
  updates: number;
  /** An update of the elements. */
  update50: number;
  update95: number;
  /** With the layout that following the end of the text asks for. */
  laidOut50: number;
  laidOut95: number;
  /** Tasks that took over 50 ms by the clock. */
  longTasks: number;
}

/** Grows a text by some characters per frame, and follows its end as the page does. */
export async function measure(text: string, perFrame: number, box: HTMLElement, show: (text: string, streaming: boolean) => void): Promise<Figures> {
  let longTasks = 0;
  const observer = new PerformanceObserver((list) => (longTasks += list.getEntries().length));
  observer.observe({ type: "longtask" });
  const updates: number[] = [];
  const laidOut: number[] = [];
  for (let at = perFrame; at < text.length + perFrame; at += perFrame) {
    await new Promise(requestAnimationFrame);
    const begin = performance.now();
    show(text.slice(0, at), at < text.length);
    updates.push(performance.now() - begin);
    box.scrollTop = box.scrollHeight;
    laidOut.push(performance.now() - begin);
  }
  longTasks += observer.takeRecords().length;
  observer.disconnect();
  updates.sort((a, b) => a - b);
  laidOut.sort((a, b) => a - b);
  return {
    updates: updates.length,
    update50: part(updates, 0.5),
    update95: part(updates, 0.95),
    laidOut50: part(laidOut, 0.5),
    laidOut95: part(laidOut, 0.95),
    longTasks,
  };
}

function part(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}
