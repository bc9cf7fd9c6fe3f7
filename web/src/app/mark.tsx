/** The burrow mark beside the name, the same drawing as the page's icon. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M1.5 19.5c4.5 0 4.5-13.5 10.5-13.5s6 13.5 10.5 13.5" />
      <path class="mark-door" d="M8.25 19.5v-2.75a3.75 3.75 0 0 1 7.5 0v2.75z" />
    </svg>
  );
}
