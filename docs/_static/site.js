// Code that is wider than the page can be scrolled with the keyboard, too.
for (const code of document.querySelectorAll(".highlight pre")) {
  if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
}
