// Light or dark: as chosen on this device, else as the device has it. Imported first, so that the page never flashes.

const root = document.documentElement;
const system = matchMedia("(prefers-color-scheme: dark)");

function show() {
  root.dataset.theme = localStorage.getItem("theme") ?? (system.matches ? "dark" : "light");
}

export function themeButton(made) {
  const name = () => (made.textContent = root.dataset.theme === "dark" ? "Light" : "Dark");
  made.addEventListener("click", () => {
    localStorage.setItem("theme", root.dataset.theme === "dark" ? "light" : "dark");
    show();
    name();
  });
  name();
}

system.addEventListener("change", show);
show();
