let wanted = $state('');

/** The text that is to be copied by hand, since the browser does not let the page do it. */
export const byHand = {
  get text(): string {
    return wanted;
  },
  show(text: string): void {
    wanted = text;
  },
  done(): void {
    wanted = '';
  },
};
