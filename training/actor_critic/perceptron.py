"""Perceptrons in JAX."""

from itertools import pairwise
from typing import Any

import jax
import jax.numpy as jnp
from jax import Array

Weights = Any
"""A list of (matrix, bias), a pair for each layer: float32 [rows, columns] and [columns]."""
INPUTS_ON = 60
"""About as many inputs are 1, of all that a seat has."""


def new_weights(key: Array, widths: tuple[int, ...], last: float) -> Weights:
    """Random weights; the last layer is `last` times as large.

    K. He, X. Zhang, S. Ren, J. Sun, "Delving deep into rectifiers", 2015; in the first layer only
    the inputs that are on count as such.
    """
    keys = jax.random.split(key, len(widths) - 1)
    layers = []
    for place, (rows, columns) in enumerate(pairwise(widths)):
        scale = (2 / (rows if place else INPUTS_ON)) ** 0.5
        scale = scale * last if place == len(widths) - 2 else scale
        matrix = scale * jax.random.normal(keys[place], (rows, columns))
        layers.append((matrix, jnp.zeros(columns)))
    return layers


def forward(weights: Weights, inputs: Array) -> Array:
    """float32 [rows, outputs]: the outputs of a perceptron, by products in bfloat16. `inputs`:
    uint8 [rows, inputs]."""
    rows = inputs.astype(jnp.bfloat16)
    for matrix, bias in weights[:-1]:
        summed = rows @ matrix.astype(jnp.bfloat16)
        rows = jax.nn.relu(summed + bias.astype(jnp.bfloat16))
    matrix, bias = weights[-1]
    out = jnp.matmul(rows, matrix.astype(jnp.bfloat16), preferred_element_type=jnp.float32)
    return out + bias
