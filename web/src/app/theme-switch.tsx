import { Monitor, Moon, Sun } from "lucide";
import { Icon } from "../shared/icon.js";
import { text } from "../text/en.js";
import { chooseTheme, theme, themes } from "./theme.js";

const icons = { light: Sun, dark: Moon, system: Monitor } as const;

export function ThemeSwitch() {
  return (
    <fieldset class="themes">
      <legend class="aside">{text.theme.label}</legend>
      {themes.map((choice) => (
        <label key={choice} class="theme" title={text.theme[choice]}>
          <input
            type="radio"
            name="theme"
            value={choice}
            checked={theme.value === choice}
            onChange={() => chooseTheme(choice)}
            aria-label={text.theme[choice]}
          />
          <Icon node={icons[choice]} small />
        </label>
      ))}
    </fieldset>
  );
}
