// happy-dom has no dialogs and popovers that open: enough of them for components to be mounted.
HTMLElement.prototype.showPopover ??= function () {};
HTMLElement.prototype.hidePopover ??= function () {};
