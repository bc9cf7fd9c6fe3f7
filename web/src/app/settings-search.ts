// Finds settings by their words, in what is drawn of them: so every setting can be found,
// by its name, its choices and its help, whoever has made it.

/** What is shown or not as a whole. Whoever makes something else than these marks it with data-setting. */
const settings = ".setting, .segments, .keys > div, .model-row, .storage-actions > li, [data-setting]";

/**
 * Hides what has not all the words of a query, by itself or together with the headings that
 * it stands under; returns how many settings are left.
 */
export function findSettings(place: HTMLElement, query: string): number {
  const sought = wordsOf(query);
  let found = 0;
  for (const section of place.querySelectorAll<HTMLElement>(".settings-section")) {
    const title = section.querySelector("h3")?.textContent ?? "";
    /** The heading that is being read, and whether something below it was found. */
    let heading: { element: HTMLElement; words: string; found: boolean } | null = null;
    let inSection = 0;
    const close = () => heading?.element.toggleAttribute("hidden", !heading.found);
    for (const element of section.querySelectorAll<HTMLElement>(`h4, ${settings}`)) {
      if (element.localName === "h4") {
        close();
        heading = { element, words: element.textContent ?? "", found: false };
        continue;
      }
      // A part of a setting goes with it.
      if (element.parentElement?.closest(settings)) continue;
      const own = fold(`${title} ${heading?.words ?? ""} ${element.textContent} ${element.dataset["setting"] ?? ""}`);
      const fits = sought.every((word) => own.includes(word));
      element.toggleAttribute("hidden", !fits);
      if (!fits) continue;
      inSection++;
      if (heading !== null) heading.found = true;
    }
    close();
    section.toggleAttribute("hidden", inSection === 0);
    found += inSection;
  }
  return found;
}

function wordsOf(query: string): string[] {
  return fold(query).split(/\s+/).filter(Boolean);
}

function fold(text: string): string {
  return text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLocaleLowerCase();
}
